using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Symbols;

/// <summary>Makes one map with concrete tags.</summary>
internal sealed class SymbolExpansion(TagMap compiled, Func<string, CpuSymbols?> known)
{
    private readonly ImmutableArray<Tag>.Builder _tags = ImmutableArray.CreateBuilder<Tag>(compiled.Tags.Length);
    private readonly List<TagStructure> _structures = [];
    private readonly SymbolTypes _types = new(compiled.StructureTypes);
    private readonly int[] _places = new int[compiled.Structures.Length];
    private readonly HashSet<string> _taken = [];
    private readonly Dictionary<string, string> _elements = [];
    private int _nextTag,
        _nextStructure;

    public TagMap Run()
    {
        foreach (var plc in compiled.Plcs)
        {
            var entries = compiled.Symbols.Where(entry => entry.Plc == plc.Index).ToArray();
            var symbols = entries.Length == 0 ? null : known(plc.Name);
            var named = symbols is null ? null : entries.Where(entry => !entry.IsBrowse).ToDictionary(entry => entry.Path);
            var first = _tags.Count;
            TakeElements(plc.Index);
            for (; _nextTag < compiled.Tags.Length && compiled.Tags[_nextTag].Plc == plc.Index; _nextTag++)
                AddTag(compiled.Tags[_nextTag], symbols, named);
            if (symbols is not null)
                AddBrowsed(entries, symbols, first);
        }
        return new TagMap
        {
            Plcs = compiled.Plcs,
            ScanGroups = compiled.ScanGroups,
            Symbols = compiled.Symbols,
            Tags = _tags.ToImmutable(),
            Machine = compiled.Machine,
            Structures = [.. _structures],
            StructureTypes = [.. compiled.StructureTypes, .. _types.Made],
        };
    }

    private void AddTag(Tag tag, CpuSymbols? symbols, Dictionary<string, SymbolEntry>? named)
    {
        for (; _nextStructure < compiled.Structures.Length && compiled.Structures[_nextStructure].FirstTag == tag.Id; _nextStructure++)
        {
            var structure = compiled.Structures[_nextStructure];
            _places[_nextStructure] = _structures.Count;
            _structures.Add(structure with { FirstTag = _tags.Count, Parent = structure.Parent < 0 ? -1 : _places[structure.Parent] });
        }
        if (
            tag.Symbol is null
            || named?.GetValueOrDefault(tag.Name) is not { } entry
            || !symbols!.Found.TryGetValue(entry.Symbol, out var found)
            || SymbolFaults.Find(entry.Type, entry.Details, found) is not null
        )
            _tags.Add(tag with { Id = _tags.Count });
        else if (_elements.Count > 0 && NamedBelow(found, entry.Path) is { } other)
            _tags.Add(tag with { Id = _tags.Count, Details = tag.Details! with { SymbolFault = FaultOf(other) } });
        else
            Add(entry, found, entry.Path, parent: -1, tag.Details, entry.Type.Kind == S7TypeKind.None ? found.Type : tag.Type);
    }

    private static string FaultOf(string other) =>
        $"one of its elements has the name of another tag of the map, '{other}'; rename one of the two";

    // Tags that the map names like elements of arrays, by their names and those of the elements around them.
    private void TakeElements(int plc)
    {
        _elements.Clear();
        for (var tag = _nextTag; tag < compiled.Tags.Length && compiled.Tags[tag].Plc == plc; tag++)
        {
            var name = compiled.Tags[tag].Name;
            for (var end = name.Length; end > 0 && name.AsSpan(0, end).Contains('['); end = name.LastIndexOfAny(['/', '['], end - 1))
                _elements.TryAdd(name[..end], name);
        }
    }

    /// <summary>The first tag of the map that has a name which something below the symbol would get; null: none.</summary>
    private string? NamedBelow(CpuSymbol symbol, string path)
    {
        foreach (var member in symbol.Members)
        {
            var below = Below(path, member.Name);
            if (_elements.GetValueOrDefault(below) is { } other || (other = NamedBelow(member, below)) is not null)
                return other;
        }
        return null;
    }

    private void AddBrowsed(SymbolEntry[] entries, CpuSymbols symbols, int firstTag)
    {
        _taken.Clear();
        for (var tag = firstTag; tag < _tags.Count; tag++)
        {
            if (_tags[tag].Plc == entries[0].Plc)
                MarkTaken(_tags[tag].Name);
        }
        foreach (var entry in entries)
        {
            if (!entry.IsBrowse || !symbols.Found.TryGetValue(entry.Symbol, out var found))
                continue;
            if (found.IsValue)
                AddUnlessTaken(entry, found, entry.Path);
            foreach (var member in found.Members)
                AddUnlessTaken(entry, member, Below(entry.Path, member.Name));
        }
    }

    // What the map names itself stands as it names it.
    private void AddUnlessTaken(SymbolEntry entry, CpuSymbol symbol, string path)
    {
        if (_taken.Contains(path))
            return;
        var first = _tags.Count;
        Add(entry, symbol, path, parent: -1, entry.Details, symbol.Type);
        for (var tag = first; tag < _tags.Count; tag++)
            MarkTaken(_tags[tag].Name);
    }

    // The name and all folders around it.
    private void MarkTaken(string name)
    {
        _taken.Add(name);
        for (var end = name.LastIndexOfAny(['/', '[']); end > 0; end = name.LastIndexOfAny(['/', '['], end - 1))
            _taken.Add(name[..end]);
    }

    private void Add(SymbolEntry entry, CpuSymbol symbol, string path, int parent, TagDetails? details, S7DataType type)
    {
        if (symbol.IsValue)
            AddValue(entry, symbol, path, details, type);
        else if (!symbol.IsArray)
            AddStructure(entry, symbol, path, parent, 0, details?.Description);
        else if (SymbolTypes.IsOfStructures(symbol))
            AddStructures(entry, symbol, path, parent, details?.Description);
        else
            AddMembers(entry, symbol, path, parent);
    }

    private void AddValue(SymbolEntry entry, CpuSymbol symbol, string path, TagDetails? details, S7DataType type) =>
        _tags.Add(
            new Tag
            {
                Id = _tags.Count,
                Path = path,
                Plc = entry.Plc,
                ScanGroup = entry.ScanGroup,
                Address = default,
                Type = type,
                Access = symbol.IsReadOnly && entry.Access == TagAccess.ReadWrite ? TagAccess.Read : entry.Access,
                Details =
                    path == entry.Path && details is not null
                        ? details
                        : new TagDetails
                        {
                            Symbol = symbol.Symbol,
                            TimestampEveryScan = entry.Details?.TimestampEveryScan ?? false,
                            WriteEvery = entry.Details?.WriteEvery,
                            Snapshot = entry.Details?.Snapshot ?? 0,
                            History = entry.Details?.History,
                        },
            }
        );

    private void AddStructure(SymbolEntry entry, CpuSymbol symbol, string path, int parent, int length, string? description)
    {
        var (here, first) = (_structures.Count, _tags.Count);
        var type = _types.ToStructureType(symbol);
        _structures.Add(new TagStructure(type, first, path.Length, parent, length, TagAccess.ReadWrite, description));
        AddMembers(entry, symbol, path, here);
        _structures[here] = _structures[here] with { Access = AccessOf(first) };
    }

    private void AddStructures(SymbolEntry entry, CpuSymbol array, string path, int parent, string? description)
    {
        var (here, first) = (_structures.Count, _tags.Count);
        _structures.Add(
            new TagStructure(
                _types.ToStructureType(array.Members[0]),
                first,
                path.Length,
                parent,
                array.Members.Length,
                TagAccess.ReadWrite,
                description
            )
        );
        foreach (var element in array.Members)
            AddStructure(entry, element, path + element.Name, here, 0, null);
        _structures[here] = _structures[here] with { Access = AccessOf(first) };
    }

    private void AddMembers(SymbolEntry entry, CpuSymbol symbol, string path, int parent)
    {
        foreach (var member in symbol.Members)
            Add(entry, member, Below(path, member.Name), parent, null, member.Type);
    }

    private TagAccess AccessOf(int first)
    {
        var access = TagAccess.ReadWrite;
        for (var tag = first; tag < _tags.Count; tag++)
            access &= _tags[tag].Access;
        return access;
    }

    private static string Below(string path, string name) => name.StartsWith('[') ? path + name : $"{path}/{name.Replace('/', '_')}";
}
