using System.Collections.Concurrent;
using System.Collections.Immutable;
using S7OpcBridge.Core.Symbols;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>The symbols of one state of the program in a CPU, as far as the map names them. Filled by the link; any thread may look things up.</summary>
/// <param name="program">The program; after a download there is another.</param>
/// <param name="missed">Is told when a plan needs a symbol that was not looked up.</param>
internal sealed class PlusSymbols(S7PlusProgram program, Action missed)
{
    private readonly ConcurrentDictionary<string, S7PlusSymbol> _symbols = new();
    private readonly ConcurrentDictionary<string, PlusRefusal> _missing = new();
    private readonly ConcurrentDictionary<string, List<S7PlusSymbol>> _elements = new();
    private readonly ConcurrentDictionary<S7PlusAddress, bool> _polled = new();
    private readonly ConcurrentDictionary<int, bool> _polledClasses = new();
    private S7PlusSymbolBudget _budget = new();
    private ImmutableDictionary<string, CpuSymbol> _found = ImmutableDictionary<string, CpuSymbol>.Empty;

    public S7PlusProgram Program => program;

    /// <summary>True: it was compared with the CPU after an item said that it is old, and it is not.</summary>
    public bool IsConfirmed { get; set; }

    /// <summary>True: a plan needed a symbol that has not been looked up.</summary>
    public bool HasUnknown { get; private set; }

    /// <summary>Number of symbols that were looked up and found.</summary>
    public int Found => _symbols.Count - _symbols.Keys.Count(_missing.ContainsKey);

    /// <summary>Number of symbols that the CPU does not have or does not show.</summary>
    public int Missing => _missing.Count;

    /// <summary>What the CPU has, by the symbols of the map.</summary>
    public CpuSymbols Told => new(_found);

    /// <summary>Sentences about symbols of which nothing is read, because what is below them is too much.</summary>
    public ImmutableArray<string> TooLarge { get; private set; } = [];

    /// <summary>True: the CPU does not send it by itself.</summary>
    public bool IsPolled(S7PlusAddress address) => _polled.ContainsKey(address);

    /// <summary>True: the CPU sends nothing of the scan class by itself.</summary>
    public bool IsPolled(int scanGroup) => _polledClasses.ContainsKey(scanGroup);

    /// <summary>Has a scan class polled, until the program is another one.</summary>
    public void Poll(int scanGroup) => _polledClasses[scanGroup] = true;

    /// <summary>Has an item polled. True: it was not so far.</summary>
    public bool Poll(S7PlusAddress address) => _polled.TryAdd(address, true);

    /// <summary>Looks up what a map names and is not known yet.</summary>
    public async Task LookUpAsync(TagMap map, PlcDefinition plc, CancellationToken cancellationToken)
    {
        HasUnknown = false;
        try
        {
            await LookUpAllAsync(map, plc.Index, cancellationToken).ConfigureAwait(false);
            if (plc.Heartbeat?.Symbol is { } beat && !_symbols.ContainsKey(beat) && !_missing.ContainsKey(beat))
                await FindAsync(beat, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            HasUnknown = true;
            throw;
        }
    }

    private async Task LookUpAllAsync(TagMap map, int plc, CancellationToken cancellationToken)
    {
        foreach (var entry in map.Symbols)
        {
            if (entry.Plc != plc || _found.ContainsKey(entry.Symbol) || _missing.ContainsKey(entry.Symbol))
                continue;
            try
            {
                await LookUpAsync(entry.Symbol, cancellationToken).ConfigureAwait(false);
            }
            catch (S7PlusSymbolException e)
            {
                _missing[entry.Symbol] = PlusRefusal.NotThere(e.Message.TrimEnd('.'));
                TooLarge = TooLarge.Add(e.Message);
            }
        }
        foreach (var tag in map.Listed)
        {
            if (tag.Plc == plc && tag.Symbol is { } symbol && !_symbols.ContainsKey(symbol) && !_missing.ContainsKey(symbol))
                await FindAsync(symbol, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task LookUpAsync(string path, CancellationToken cancellationToken)
    {
        if (await FindAsync(path, cancellationToken).ConfigureAwait(false) is not { } symbol)
            return;
        var (budget, kept) = (_budget.Copy(), new List<S7PlusSymbol>());
        var tree = await SymbolTree.BuildAsync(program, symbol, kept.Add, budget, cancellationToken).ConfigureAwait(false);
        // What was found before it became too much is not kept, and leaves its room to others.
        _budget = budget;
        kept.ForEach(Keep);
        if (tree is not null)
            _found = _found.Add(path, tree);
        else
            _missing[path] = PlusRefusal.NotThere("nothing in it has a value that the CPU shows; name something else");
    }

    /// <summary>What is to be read or written for a tag.</summary>
    /// <param name="refusal">Why there is none; null: its type is not known yet, or it has become something else and the map is about to follow.</param>
    public bool TryFind(Tag tag, out S7PlusItem item, out PlusRefusal? refusal)
    {
        refusal = null;
        item = default;
        if (tag.Symbol is not { } path)
        {
            item = ItemOf(tag.Address.RangeOf(tag.Type));
            return true;
        }
        if (_missing.TryGetValue(path, out refusal))
            return false;
        if (!_symbols.TryGetValue(path, out var symbol))
        {
            HasUnknown = true;
            missed();
            return false;
        }
        var wanted = tag.Details?.SymbolType ?? tag.Type;
        if (!symbol.IsAccessible)
            refusal = PlusRefusal.Hidden;
        else if (tag.Details?.SymbolFault is { } words)
            refusal = PlusRefusal.NotThere(words);
        else if (_found.TryGetValue(path, out var tree) && SymbolFaults.Find(wanted, tag.Details, tree) is { } fault)
            refusal = PlusRefusal.NotThere(fault);
        else if (symbol.Item is { } found && tag.Type.Kind != S7TypeKind.None && SymbolFaults.Fits(wanted, CpuTypes.TypeOf(symbol)))
            item = found;
        else if (tag.Type.Kind != S7TypeKind.None)
            refusal = PlusRefusal.NotThere("the CPU has another type here than before; the map follows with the next look at the program");
        return item.Address is not null;
    }

    /// <summary>What is to be written as heartbeat. False: nothing can be, and why.</summary>
    public bool TryFind(PlcHeartbeat heartbeat, out S7PlusItem item, out PlusRefusal? refusal)
    {
        (item, refusal) = (default, null);
        if (heartbeat.Symbol is not { } path)
            item = ItemOf(new S7Range(heartbeat.Address.Area, heartbeat.Address.Db, heartbeat.Address.Offset, 2));
        else if (_missing.TryGetValue(path, out refusal))
            return false;
        else if (
            !_symbols.TryGetValue(path, out var symbol)
            || CpuTypes.TypeOf(symbol) is not { IsArray: false, Kind: >= S7TypeKind.Bool and <= S7TypeKind.ULInt }
        )
            refusal = PlusRefusal.NotThere("the CPU has no number and no Bool there; name one, such as a Word");
        else
            item = symbol.Item!.Value;
        return refusal is null;
    }

    /// <summary>Bytes of a data block without optimised access.</summary>
    public static S7PlusItem ItemOf(S7Range range) =>
        new(S7PlusAddress.Classic(range.Db, range.Start, range.ByteLength), new S7PlusShape(S7PlusType.Byte, 0, range.ByteLength));

    /// <summary>An element of an array, counted from 0; null: it has none such.</summary>
    public async ValueTask<S7PlusItem?> ElementAsync(string array, int index, CancellationToken cancellationToken)
    {
        if (!_symbols.TryGetValue(array, out var symbol))
            return null;
        if (!_elements.TryGetValue(array, out var elements))
        {
            elements = [];
            // Its type was taken, so its elements have room, in a budget of their own.
            await foreach (var element in program.ChildrenAsync(symbol, new S7PlusSymbolBudget(), cancellationToken).ConfigureAwait(false))
                elements.Add(element);
            _elements[array] = elements;
        }
        return index < elements.Count ? elements[index].Item : null;
    }

    private void Keep(S7PlusSymbol symbol) => _symbols[symbol.Path] = symbol;

    private async ValueTask<S7PlusSymbol?> FindAsync(string path, CancellationToken cancellationToken)
    {
        var lookup = await program.FindAsync(path, cancellationToken).ConfigureAwait(false);
        if (lookup.Symbol is not { } symbol)
        {
            _missing[path] = PlusRefusal.NotThere(LookupWords.Describe(lookup));
            return null;
        }
        _symbols[path] = symbol;
        if (symbol.IsAccessible)
            return symbol;
        _missing[path] = PlusRefusal.Hidden;
        return null;
    }
}
