using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>The tags of one PLC, found by their paths, by names as an HMI writes them, and by address.</summary>
internal sealed class PlcTags
{
    private readonly ImmutableArray<Tag>.Builder _tags;
    private readonly int _first;
    private readonly string[] _browsed;
    private readonly Dictionary<string, int> _paths = [];
    private readonly Dictionary<string, int> _names = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<S7Address, int> _bits = [];

    /// <param name="tags">All tags so far.</param>
    /// <param name="first">First tag of the PLC, to the last one.</param>
    /// <param name="browsed">Folders whose tags only the CPU knows.</param>
    public PlcTags(ImmutableArray<Tag>.Builder tags, int first, string[] browsed)
    {
        (_tags, _first, _browsed) = (tags, first, browsed);
        for (var tag = first; tag < tags.Count; tag++)
            Add(tag);
    }

    /// <summary>Adds a tag later.</summary>
    public void Add(int index)
    {
        var tag = _tags[index];
        var path = tag.Name;
        _paths[path] = index;
        AddName(path);
        if (path.LastIndexOf('/') is > 0 and var slash)
            AddName(path[(slash + 1)..]);
        if (tag.Symbol is { } symbol)
            AddName(symbol);
        else if (tag is { Type.Kind: S7TypeKind.Bool, IsArray: false })
            _bits.TryAdd(tag.Address, index);

        // Two tags of one name stand for neither of them.
        void AddName(string name)
        {
            if (!_names.TryAdd(Plain(name), index) && _names[Plain(name)] != index)
                _names[Plain(name)] = -1;
        }
    }

    /// <summary>The tag that a name in the map means for a tag: beside it, in a folder around it, or from the PLC on; null: none.</summary>
    public Tag? Find(string name, string near)
    {
        for (var end = near.LastIndexOf('/'); end > 0; end = near.LastIndexOf('/', end - 1))
        {
            if (_paths.TryGetValue($"{near.AsSpan(0, end)}/{name}", out var found))
                return _tags[found];
        }
        return _paths.TryGetValue(name, out var index) ? _tags[index] : null;
    }

    /// <summary>True where only the CPU knows whether there is such a tag.</summary>
    public bool MayExist(string path) => Array.Exists(_browsed, folder => path.StartsWith(folder + "/", StringComparison.Ordinal));

    /// <summary>
    /// The tag that an HMI calls by this name: the path, its last level, or the symbol, whatever separates the levels; null: none, or several.
    /// </summary>
    public Tag? FindByHmiName(string name) => _names.TryGetValue(Plain(name), out var index) && index >= 0 ? _tags[index] : null;

    /// <summary>The Bool at an address; null: none.</summary>
    public Tag? FindBit(in S7Address address) => _bits.TryGetValue(address, out var index) ? _tags[index] : null;

    /// <summary>The paths of all tags, for hints.</summary>
    public IEnumerable<string> Paths => _tags.Skip(_first).Select(tag => tag.Name);

    /// <summary>A name without what HMI and PLC write differently: quotes, and what separates levels.</summary>
    public static string Plain(string name) =>
        string.Create(
            name.Length - name.Count('"'),
            name,
            static (plain, name) =>
            {
                var i = 0;
                foreach (var c in name)
                {
                    if (c != '"')
                        plain[i++] = c is '/' or '\\' or '_' or ' ' or '-' ? '.' : c;
                }
            }
        );
}
