using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Makes tags of the members of data blocks and structures: by address where the layout is standard, by symbol where it is optimised.</summary>
internal sealed class BlockTags
{
    // What TIA Portal calls the array of an array data block.
    private const string ArrayName = "THIS";

    private readonly ImportDraft _draft;
    private readonly Dictionary<string, (TypeResolver Types, BlockSymbolTable Symbols)> _programs = new(StringComparer.Ordinal);
    private readonly FindingList _findings;
    private TypeResolver _types = null!;
    private StandardLayout _layout = null!;
    private readonly BlockVersions _versions;
    private BlockSymbolTable _symbols = null!;

    public BlockTags(ImportDraft draft) =>
        (_draft, _versions, _findings) = (draft, new BlockVersions(draft), new FindingList { Size = draft.Size });

    // Programs of one project may have different types of one name.
    private void UseTypesOf(string plc)
    {
        if (!_programs.TryGetValue(plc, out var program))
        {
            var types = new Dictionary<string, UserType>(_draft.Types, StringComparer.OrdinalIgnoreCase);
            foreach (var (name, type) in plc.Length == 0 ? [] : _draft.TypesOf(plc))
                types[name] = type;
            foreach (
                var block in _draft.Blocks.Where(block => block.Plc == plc && block.Number is not null && block.Declaration.SameAs is null)
            )
                types.TryAdd($"DB{block.Number}", block.Declaration);
            _programs.Add(plc, program = (new TypeResolver(types, _draft.Constants), new BlockSymbolTable(_draft, plc)));
        }
        (_types, _symbols) = program;
        _layout = new StandardLayout(_types, _findings, cutsAll: true);
    }

    /// <summary>Adds the tags of all blocks and structures to the list.</summary>
    public void AddAll()
    {
        foreach (var block in _draft.Blocks)
            AddBlock(block);
        foreach (var structure in _draft.Structures)
            AddStructure(structure);
        _versions.Resolve();
        // What a layout left out is reported with each block that has it, and counts there.
        foreach (var finding in _findings.Sorted.Where(finding => finding.IsError))
            _draft.Note(finding.Spot, finding.Message);
    }

    private void AddBlock(ImportedBlock block)
    {
        if (_draft.IsFull)
        {
            _draft.LeaveOutRest(block.Spot, block.Name, 1);
            return;
        }
        UseTypesOf(block.Plc);
        if (BodyOf(block) is not { } body)
        {
            _draft.LeaveOut(
                block.Spot,
                block.Name,
                $"it is an instance of {block.Declaration.SameAs}, which no source declares; import its source as well"
            );
            return;
        }
        // STEP 7 declares DB12, and its symbol table says what DB12 is called.
        var called = block.Number is { } own && block.Name == $"DB{own}" ? _symbols.NameOf(own) ?? block.Name : block.Name;
        string[] path = [.. block.Path, called];
        var symbol = $"\"{called}\"";
        if (block.IsOptimised && _draft.Plc(block.Plc, block.Spot).HasSymbols == false)
        {
            _draft.LeaveOut(
                block.Spot,
                block.Name,
                "the block is optimised, so its bytes have no fixed place, and this CPU can't be read by symbol (that needs an "
                    + "S7-1500 with firmware 2.9 or newer, or an S7-1200 with 4.5 or newer); clear 'Optimized block access' in its properties"
            );
            return;
        }
        if (block.IsOptimised)
        {
            var isPlus = _draft.Plc(block.Plc, block.Spot).IsPlus;
            var symbols = new SymbolTags(_draft, _types, block.Plc, block.Spot);
            var first = _draft.Tags.Count;
            symbols.Add(body, path, symbol);
            _versions.Add(block, block.Number ?? _symbols.NumberOf(block.Name), path.Length, first);
            if (symbols.Added > 0 && !isPlus)
                _draft.Note(
                    block.Spot,
                    $"the block '{block.Name}' is optimised: its bytes have no fixed place, so its {symbols.Added:N0} tags are read by "
                        + "symbol, which needs 'protocol: s7plus' (S7-1500, or S7-1200 with firmware 4.5 or newer); or clear 'Optimized block access' in its "
                        + "properties"
                );
            return;
        }
        if ((block.Number ?? _symbols.NumberOf(block.Name)) is not (> 0 and <= 65535 and var number))
        {
            _draft.LeaveOut(
                block.Spot,
                block.Name,
                "no source tells the number of the block; import the symbol table (.asc, .sdf) or the block as XML as "
                    + "well, or name the file in the map with its number: '- { from: FILE, group: NAME, db: 10 }'"
            );
            return;
        }
        var start = _draft.Tags.Count;
        AddLeaves(body, block.Plc, path, new S7Address(S7Area.DataBlock, (ushort)number, 0), symbol, access: null, block.Spot);
        _versions.Add(block, number, path.Length, start);
    }

    private UserType? BodyOf(ImportedBlock block)
    {
        if (block.Declaration.SameAs is not { } name)
            return block.Declaration;
        if (_types.Resolve(name, out _) is not { } type)
            return null;
        if (type is { User: { } user, Bounds.Count: 0 })
            return user;
        if (type.User is null && !type.Elementary.IsArray)
            return null;
        var array = new UserType(block.Name, block.Spot) { IsFromSource = true, Used = true };
        array.Members.Add(new UserTypeMember(ArrayName, block.Spot, name, block.Spot));
        return array;
    }

    private void AddStructure(ImportedStructure structure)
    {
        if (_draft.IsFull)
        {
            _draft.LeaveOutRest(structure.Spot, string.Join('/', structure.Path), 1);
            return;
        }
        UseTypesOf(structure.Plc);
        if (_types.Resolve(structure.Type, out var error) is not { } type)
        {
            _draft.LeaveOut(structure.Spot, string.Join('/', structure.Path), $"{error}; import the source of its type as well");
            return;
        }
        if (type.User is null)
        {
            _draft.Add(
                new ImportedTag
                {
                    Plc = structure.Plc,
                    Path = structure.Path,
                    Address = structure.Address,
                    Type = type.Elementary,
                    Symbol = structure.Symbol,
                    Access = structure.Access,
                    Spot = structure.Spot,
                }
            );
            return;
        }
        if (_layout.LayoutOf(type.User) is not { Bytes: > 0 } layout)
        {
            _draft.LeaveOut(structure.Spot, string.Join('/', structure.Path), $"the members of {structure.Type} have no places");
            return;
        }
        var address = structure.Address;
        foreach (var index in StructIndexes.Enumerate(type.Bounds))
        {
            if (address.Offset > 65535 || _draft.IsFull)
                break;
            if (layout.IsCut && !address.Equals(structure.Address))
            {
                _draft.LeaveOut(
                    structure.Spot,
                    string.Join('/', structure.Path),
                    $"the elements behind the first have no known places, because the length of "
                        + $"{structure.Type} is not known (see the notes)"
                );
                break;
            }
            AddLeaves(
                type.User,
                structure.Plc,
                [.. structure.Path.Take(structure.Path.Count - 1), structure.Path[^1] + index],
                address,
                structure.Symbol is { } symbol ? symbol + index : null,
                structure.Access,
                structure.Spot
            );
            address = address with { Offset = address.Offset + layout.Bytes };
        }
    }

    private void AddLeaves(
        UserType body,
        string plc,
        string[] path,
        S7Address start,
        string? symbol,
        TagAccess? access,
        SourceLocation spot
    )
    {
        if (_layout.LayoutOf(body) is not { } layout)
        {
            _draft.LeaveOut(
                spot,
                string.Join('/', path),
                "its members have no places, because a type is not known or it is too long (see the notes)"
            );
            return;
        }
        for (var i = 0; i < layout.Leaves.Count; i++)
        {
            if (_draft.IsFull)
            {
                _draft.LeaveOutRest(spot, string.Join('/', path), layout.Leaves.Count - i);
                break;
            }
            var leaf = layout.Leaves[i];
            _draft.Add(
                new ImportedTag
                {
                    Plc = plc,
                    Path = [.. path, .. leaf.Path.Split('/')],
                    Address = start with
                    {
                        Offset = start.Offset + leaf.Offset,
                        Bit = leaf.Bit,
                        Width = TagAddressResolver.WidthOf(leaf.Type),
                    },
                    Type = leaf.Type,
                    Symbol = symbol is null ? null : SymbolName.Join(symbol, leaf.Path),
                    Access = leaf.Member.IsReadOnly ? TagAccess.Read : access,
                    Details = new TagDetails { Description = leaf.Member.Details?.Description },
                    Spot = leaf.Member.Spot.IsNone ? spot : leaf.Member.Spot,
                }
            );
        }
        foreach (var lost in layout.Lost)
        {
            var name = $"{string.Join('/', path)}/{lost.Path}";
            var place = lost.Spot.IsNone ? spot : lost.Spot;
            if (lost.IsValue)
                _draft.LeaveOut(place, name, lost.Reason, lost.Count);
            else
                _draft.Skip(place, name, lost.Reason);
        }
    }
}
