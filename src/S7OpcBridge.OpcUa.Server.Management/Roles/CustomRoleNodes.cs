using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Roles;
using static S7OpcBridge.OpcUa.Server.Management.Roles.CustomRoleIds;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>
/// Objects of RoleType for the roles beside the well-known ones, below RoleSet (OPC 10000-18, 4.3): ids <c>ns=1;s=Roles/NAME</c>, and <c>…/MEMBER</c> for
/// properties and methods. An index is the number of the role's bit and the member.
/// </summary>
internal sealed class CustomRoleNodes : INodeSource
{
    private const byte ReadWrite = 3;

    private readonly UaServerOptions _options;
    private readonly Namespace0 _namespace0;
    private readonly Func<string, IReadOnlyList<IdentityMappingRuleType>> _identities;
    private readonly int _count;

    /// <param name="options">The roles.</param>
    /// <param name="namespace0">Namespace 0, with RoleSet and the declarations.</param>
    /// <param name="identities">Who has a role.</param>
    /// <param name="hasMethods">False: the roles have no methods.</param>
    public CustomRoleNodes(
        UaServerOptions options,
        Namespace0 namespace0,
        Func<string, IReadOnlyList<IdentityMappingRuleType>> identities,
        bool hasMethods
    )
    {
        (_options, _namespace0, _identities) = (options, namespace0, identities);
        _count = hasMethods ? Members.Length : Methods;
    }

    /// <summary>Lets RoleSet refer to the roles.</summary>
    /// <param name="source">Index of this source in the address space.</param>
    public void JoinTo(int source) =>
        _namespace0.SetLiveReferences(
            RoleNodes.RoleSet,
            () =>
                [
                    .. _options.RoleDirectory.Declared.Select(role => new NodeReference(
                        Ids.HasComponent,
                        true,
                        new NodeHandle(source, IndexOf(role.Role, 0))
                    )),
                ]
        );

    /// <inheritdoc/>
    public IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences => [];

    /// <inheritdoc/>
    public int Find(in NodeIdView id)
    {
        if (id is not { Namespace: 1, Kind: NodeIdKind.String })
            return -1;
        foreach (var (role, roleId) in _options.RoleDirectory.Declared)
        {
            var text = id.Bytes;
            if (!NodeNames.TakePrefix(ref text, (string)roleId.Identifier!))
                continue;
            for (var member = 0; member < _count; member++)
            {
                var rest = text;
                if (member == 0 ? rest.IsEmpty : NodeNames.TakePrefix(ref rest, "/") && NodeNames.Matches(rest, Members[member].Name))
                    return IndexOf(role, member);
            }
        }

        return -1;
    }

    /// <inheritdoc/>
    public NodeId IdOf(int node) =>
        new(1, (node & Mask) == 0 ? $"{RoleTable.Prefix}{NameOf(node)}" : $"{RoleTable.Prefix}{NameOf(node)}/{Members[node & Mask].Name}");

    /// <inheritdoc/>
    public NodeClass ClassOf(int node) =>
        (node & Mask) switch
        {
            0 => NodeClass.Object,
            >= Methods and < ArgumentsOfMethods => NodeClass.Method,
            _ => NodeClass.Variable,
        };

    /// <inheritdoc/>
    public QualifiedName BrowseNameOf(int node)
    {
        if ((node & Mask) != 0)
            return new QualifiedName(0, Members[node & Mask].Name.Split('/')[^1]);
        var role = _options.RoleDirectory.At(node >> Bits);
        var further = role?.NamespaceUri is { } uri ? _options.Namespaces.ToList().IndexOf(uri) : -1;
        return new QualifiedName((ushort)(further < 0 ? 1 : 2 + further), role?.Name ?? "");
    }

    /// <inheritdoc/>
    public LocalizedText DisplayNameOf(int node) => new(BrowseNameOf(node).Name);

    /// <inheritdoc/>
    public uint TypeDefinitionOf(int node) =>
        ClassOf(node) switch
        {
            NodeClass.Object => Members[0].Declaration,
            NodeClass.Variable => Ids.PropertyType,
            _ => 0,
        };

    /// <inheritdoc/>
    public int VariableOf(int node) => -1;

    /// <inheritdoc/>
    public PermissionSet PermissionsOf(int node) => (node & Mask) == 0 ? PermissionSet.OfServer : PermissionSet.OfSecurityAdmin;

    /// <inheritdoc/>
    public StatusCode Read(int node, AttributeId attribute, out Variant value)
    {
        var member = node & Mask;
        value = default;
        if (_options.RoleDirectory.At(node >> Bits) is not { } role)
            return StatusCodes.BadNodeIdUnknown;
        if (attribute is AttributeId.AccessLevel or AttributeId.UserAccessLevel && member is 2 or 4)
            value = Variant.From(ReadWrite);
        else if (member == 0)
            value = attribute switch
            {
                AttributeId.EventNotifier => Variant.From((byte)0),
                AttributeId.Description => Variant.From(default(LocalizedText)),
                _ => default,
            };
        else if (attribute == AttributeId.Value && member < Methods)
            value = RoleNodes.ValueOf(member, role, _identities(role.Name));
        else
            return _namespace0.Read(_namespace0.Find(new NodeIdView(0, Members[member].Declaration)), attribute, out value);
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <inheritdoc/>
    public int References(int node, int skip, Span<NodeReference> destination)
    {
        var (role, member) = (node & ~Mask, node & Mask);
        var all = new List<NodeReference>();
        if (_options.RoleDirectory.At(node >> Bits) is null)
            return 0;
        if (member == 0)
        {
            all.Add(new NodeReference(Ids.HasComponent, false, new NodeHandle(0, _namespace0.Find(new NodeIdView(0, RoleNodes.RoleSet)))));
            for (var child = 1; child < Math.Min(_count, ArgumentsOfMethods); child++)
                all.Add(new NodeReference(child < Methods ? Ids.HasProperty : Ids.HasComponent, true, NodeHandle.Own(role | child)));
        }
        else if (member < ArgumentsOfMethods)
        {
            all.Add(new NodeReference(member < Methods ? Ids.HasProperty : Ids.HasComponent, false, NodeHandle.Own(role)));
            if (member >= Methods)
                all.Add(new NodeReference(Ids.HasProperty, true, NodeHandle.Own(role | (member + MethodCount))));
        }
        else
        {
            all.Add(new NodeReference(Ids.HasProperty, false, NodeHandle.Own(role | (member - MethodCount))));
        }

        var count = Math.Clamp(all.Count - skip, 0, destination.Length);
        for (var i = 0; i < count; i++)
            destination[i] = all[skip + i];
        return count;
    }

    private string NameOf(int node) => _options.RoleDirectory.At(node >> Bits)?.Name ?? "";

    private static int IndexOf(WellKnownRoles role, int member) =>
        System.Numerics.BitOperations.TrailingZeroCount((uint)role) << Bits | member;
}
