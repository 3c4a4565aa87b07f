using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>The conditions as a part of the address space, which is replaced when there are other conditions.</summary>
/// <param name="set">The conditions.</param>
/// <param name="types">Namespace 0.</param>
/// <param name="permissions">Permissions of sources that have none of their own; null: they are not checked.</param>
/// <param name="locales">The locales of the server's other texts.</param>
internal sealed class ConditionSpace(ConditionSet set, Namespace0 types, PermissionSet? permissions, params IReadOnlyList<string> locales)
{
    private AddressSpace? _space;
    private volatile ConditionNodes? _nodes;

    public ConditionSet Set => set;

    /// <summary>Their nodes now.</summary>
    public ConditionNodes Nodes => _nodes ??= Make();

    /// <summary>Follows changes of the definitions.</summary>
    /// <param name="space">The address space.</param>
    /// <param name="source">The place of <see cref="Nodes"/> in it.</param>
    public void JoinTo(AddressSpace space, int source)
    {
        _space = space;
        types.SetValue(
            Ids.Server_ServerCapabilities_LocaleIdArray,
            _ => Variant.FromArray(BuiltInType.String, locales.Union(set.Model.Locales).ToArray())
        );
        set.Replaced += () => space.Replace(source, _nodes = Make());
    }

    private ConditionNodes Make() => new(set, set.Model, types, PermissionsOf);

    private PermissionSet? PermissionsOf(NodeId source) =>
        _space?.Current is { } nodes && nodes.Find(source) is { Exists: true } node && nodes.PermissionsOf(node) is { } own
            ? own
            : permissions;
}
