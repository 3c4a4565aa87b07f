using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>
/// Node ids of roles beside the well-known ones: <c>ns=1;s=Roles/NAME</c>, and <c>…/MEMBER</c> for properties and methods (OPC 10000-18, 4.3).
/// </summary>
internal static class CustomRoleIds
{
    public const int Bits = 5,
        Mask = (1 << Bits) - 1,
        Methods = 6,
        MethodCount = 6,
        ArgumentsOfMethods = Methods + MethodCount;

    // The members, and their declarations in RoleType.
    public static readonly (string Name, uint Declaration)[] Members =
    [
        ("", 15620),
        ("Identities", 16173),
        ("ApplicationsExclude", 15410),
        ("Applications", 16174),
        ("EndpointsExclude", 15411),
        ("Endpoints", 16175),
        ("AddIdentity", 15624),
        ("RemoveIdentity", 15626),
        ("AddApplication", 16176),
        ("RemoveApplication", 16178),
        ("AddEndpoint", 16180),
        ("RemoveEndpoint", 16182),
        ("AddIdentity/InputArguments", 15625),
        ("RemoveIdentity/InputArguments", 15627),
        ("AddApplication/InputArguments", 16177),
        ("RemoveApplication/InputArguments", 16179),
        ("AddEndpoint/InputArguments", 16181),
        ("RemoveEndpoint/InputArguments", 16183),
    ];

    public static RoleMethod MethodOf(NodeId node) =>
        Split(node) is { Role: not null, Member: >= Methods and < ArgumentsOfMethods and var member }
            ? (RoleMethod)Members[member].Declaration
            : RoleMethod.None;

    /// <summary>The role whose ApplicationsExclude (true) or EndpointsExclude (false) a node is; null: it is none.</summary>
    public static (string Role, bool IsOfApplications)? ExcludeOf(NodeId node) =>
        Split(node) is { Role: { } role, Member: (2 or 4) and var member } ? (role, member == 2) : null;

    private static (string? Role, int Member) Split(NodeId node)
    {
        if (
            node.Namespace != 1
            || node.Kind != NodeIdKind.String
            || node.Identifier is not string text
            || !text.StartsWith(RoleTable.Prefix, StringComparison.Ordinal)
        )
            return default;
        var slash = text.IndexOf('/', RoleTable.Prefix.Length);
        return slash < 0
            ? default
            : (text[RoleTable.Prefix.Length..slash], Array.FindIndex(Members, member => text.AsSpan(slash + 1).SequenceEqual(member.Name)));
    }
}
