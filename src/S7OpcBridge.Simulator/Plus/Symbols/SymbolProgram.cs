using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>The symbols of a CPU after a download, for resolving addresses. Immutable.</summary>
internal sealed class SymbolProgram
{
    private readonly SortedDictionary<uint, SymbolBlock> _blocks = [];

    private SymbolProgram(SymbolArea[] areas, bool hasOwnTagChecksums) => (Areas, HasOwnTagChecksums) = (areas, hasOwnTagChecksums);

    /// <summary>A CPU without blocks and tags.</summary>
    public static SymbolProgram Empty(bool hasOwnTagChecksums) => new(SymbolArea.Compile([], [], 0), hasOwnTagChecksums);

    /// <summary>True: PLC tags have no checksum of the kind that data blocks have.</summary>
    public bool HasOwnTagChecksums { get; }

    /// <summary>The areas with PLC tags.</summary>
    public IReadOnlyList<SymbolArea> Areas { get; }

    /// <summary>The blocks by their RID.</summary>
    public IReadOnlyDictionary<uint, SymbolBlock> Blocks => _blocks;

    /// <summary>
    /// Compiles blocks and PLC tags; those with an unchanged declaration are kept. Other start values alone do not change the interface of a block.
    /// </summary>
    /// <exception cref="SoftPlcException">A declaration is invalid.</exception>
    public static SymbolProgram Compile(
        IEnumerable<SoftBlock> blocks,
        IReadOnlyList<SoftTag> tags,
        SymbolProgram before,
        DateTimeOffset now
    )
    {
        var time = (ulong)(now - DateTimeOffset.UnixEpoch).Ticks * 100;
        var program = new SymbolProgram(SymbolArea.Compile(tags, before.Areas, time), before.HasOwnTagChecksums);
        foreach (var declared in blocks)
        {
            var old = before._blocks.GetValueOrDefault(PlusIds.DataBlock((ushort)declared.Number));
            var sameInterface =
                old is not null
                && old.Declared.Name == declared.Name
                && old.Declared.IsOptimised == declared.IsOptimised
                && old.Declared.Symbols.SequenceEqual(declared.Symbols)
                && old.Declared.Itself.SequenceEqual(declared.Itself);
            var block =
                sameInterface && old!.Declared.Starts.SequenceEqual(declared.Starts)
                    ? old
                    : SymbolBlock.Compile(declared, old, sameInterface ? old!.Modified : time);
            if (!program._blocks.TryAdd(block.Rid, block))
                throw new SoftPlcException($"The soft PLC has two blocks with the number {declared.Number}.");
        }

        var names = program._blocks.Values.Select(block => block.Declared.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (tags.FirstOrDefault(tag => names.Contains(tag.Name)) is { } both)
            throw new SoftPlcException($"The soft PLC has a block and a PLC tag with the name {both.Name}.");
        return program;
    }

    /// <summary>All types as objects, including those of the areas.</summary>
    public IEnumerable<PlusObject> Types()
    {
        foreach (var area in Areas)
            yield return area.ToObject();
        yield return SymbolType.Dtl.ToObject(optimised: false, 0, []);
        foreach (var block in _blocks.Values)
        {
            foreach (var type in block.Types)
                yield return type.ToObject(block.Declared.IsOptimised, block.Modified, type == block.Type ? block.Declared.Itself : []);
        }
    }

    /// <summary>Finds an item.</summary>
    /// <returns>0 and the location, or the error.</returns>
    public ulong TryFind(S7PlusAddress address, out SymbolLocation location)
    {
        location = default;
        var lids = address.Lids;
        if (lids.Length >= 3 && lids[0] == PlusIds.ClassicAccess)
            return TryFindClassic(address, out location);
        if (address.SubArea == PlusIds.AreaValues && AreaOf(address.Area) is { } area)
            return HasOwnTagChecksums && address.Crc != 0
                ? PlusCodes.WrongCrc
                : new SymbolWalk(area.Type, area.Area, 0, address).Run(out location);
        if (address.SubArea != PlusIds.DbValues || !_blocks.TryGetValue(address.Area, out var block))
            return PlusCodes.NoObject;
        return new SymbolWalk(block.Type, S7Area.DataBlock, (ushort)block.Declared.Number, address).Run(out location);
    }

    private SymbolArea? AreaOf(uint rid)
    {
        foreach (var area in Areas)
        {
            if (area.Rid == rid)
                return area;
        }

        return null;
    }

    private ulong TryFindClassic(S7PlusAddress address, out SymbolLocation location)
    {
        location = default;
        var (start, count) = (address.Lids[1], address.Lids[2]);
        if (start + (ulong)count > PlcMemory.MaxBlockLength || count == 0)
            return PlusCodes.WrongAddress;
        var area = address.Area switch
        {
            PlusIds.Inputs => S7Area.Inputs,
            PlusIds.Outputs => S7Area.Outputs,
            PlusIds.Memory => S7Area.Markers,
            _ => PlusIds.IsDataBlock(address.Area) ? S7Area.DataBlock : S7Area.None,
        };
        if (area == S7Area.None || (_blocks.TryGetValue(address.Area, out var block) && block.Declared.IsOptimised))
            return PlusCodes.NotAllowed;
        location = new SymbolLocation(area, (ushort)address.Area, (int)start, -1, new S7PlusShape(S7PlusType.Byte, 0, (int)count), true);
        return PlusCodes.Ok;
    }
}
