using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>The tag nodes that are served now; a reload puts others in their place. Any thread.</summary>
/// <param name="namespaceUri">URI of namespace 2.</param>
/// <param name="permissions">What roles may do where the map has no rule; null: nothing is checked.</param>
internal sealed class ServedNodes(string namespaceUri, PermissionSet? permissions)
{
    private readonly StatusRows _rows = new();
    private TagAddressSpace? _current;
    private uint[] _versions = [];

    /// <summary>The nodes.</summary>
    public TagAddressSpace Current => Volatile.Read(ref _current)!;

    /// <summary>One behind the last row that the nodes, or those before them, use.</summary>
    public int RowEnd => _rows.End;

    /// <summary>Makes the nodes of the first map.</summary>
    public void Begin(TagMap map)
    {
        _versions = Enumerable.Repeat(1u, map.Plcs.Length).ToArray();
        Volatile.Write(ref _current, new TagAddressSpace(map, namespaceUri, _versions, permissions, _rows));
    }

    /// <summary>Makes the nodes of another map; they are not served yet.</summary>
    /// <param name="map">The map.</param>
    /// <param name="changedPlcs">PLCs below which something came, went or changed: their NodeVersion rises.</param>
    public TagAddressSpace Prepare(TagMap map, IReadOnlySet<int> changedPlcs)
    {
        var versions = new uint[map.Plcs.Length];
        for (var plc = 0; plc < versions.Length; plc++)
            versions[plc] = (plc < _versions.Length ? _versions[plc] : 0) + (plc >= _versions.Length || changedPlcs.Contains(plc) ? 1u : 0);
        _versions = versions;
        return new TagAddressSpace(map, namespaceUri, versions, permissions, _rows);
    }

    /// <summary>Serves other nodes from now on.</summary>
    public void Replace(TagAddressSpace nodes) => Volatile.Write(ref _current, nodes);
}
