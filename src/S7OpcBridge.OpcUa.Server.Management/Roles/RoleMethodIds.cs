using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>The methods of RoleSet and of the role objects; the numbers from AddIdentity on are those of the methods of RoleType.</summary>
internal enum RoleMethod : uint
{
    None = 0,
    AddRole = 1,
    RemoveRole = 2,
    AddIdentity = 15624,
    RemoveIdentity = 15626,
    AddApplication = 16176,
    RemoveApplication = 16178,
    AddEndpoint = 16180,
    RemoveEndpoint = 16182,
}

/// <summary>Maps node ids to methods and properties of roles.</summary>
internal static class RoleMethodIds
{
    /// <summary>The methods of the RoleSet object.</summary>
    public const uint AddRole = 16301,
        RemoveRole = 16304;

    private const uint AddRoleOfType = 15997,
        RemoveRoleOfType = 16000;

    /// <summary>AddIdentity of each role object, in the order of <see cref="RoleTable.All"/>; the id of RemoveIdentity is greater by two.</summary>
    public static readonly uint[] AddIdentity = [15648, 15660, 15672, 15684, 16041, 15696, 15720, 15708];

    /// <summary>The properties ApplicationsExclude and EndpointsExclude of each, in the order of <see cref="RoleTable.All"/>.</summary>
    public static readonly (uint Applications, uint Endpoints)[] Excludes =
    [
        (15412, 15413),
        (15414, 15415),
        (15416, 15417),
        (15418, 15423),
        (15424, 15425),
        (15426, 15427),
        (15428, 15429),
        (15430, 15527),
    ];

    /// <summary>The role method of a node: of the well-known roles, their types, or another role.</summary>
    public static RoleMethod KindOf(NodeId method) =>
        method.Namespace == 0 && method.Kind == NodeIdKind.Numeric ? KindOf(method.Numeric) : CustomRoleIds.MethodOf(method);

    /// <summary>The role whose ApplicationsExclude (true) or EndpointsExclude (false) a node is; null: it is none.</summary>
    public static (string Role, bool IsOfApplications)? ExcludeOf(NodeId node)
    {
        if (node.Namespace != 0 || node.Kind != NodeIdKind.Numeric)
            return CustomRoleIds.ExcludeOf(node);
        for (var role = 0; role < Excludes.Length; role++)
        {
            var (applications, endpoints) = Excludes[role];
            if (node.Numeric == applications || node.Numeric == endpoints)
                return (RoleTable.All[role].Name, node.Numeric == applications);
        }

        return null;
    }

    private static RoleMethod KindOf(uint method)
    {
        switch (method)
        {
            case AddRole or AddRoleOfType:
                return RoleMethod.AddRole;
            case RemoveRole or RemoveRoleOfType:
                return RoleMethod.RemoveRole;
        }

        if (Enum.IsDefined((RoleMethod)method))
            return method > (uint)RoleMethod.RemoveRole ? (RoleMethod)method : RoleMethod.None;
        if (Array.IndexOf(AddIdentity, method) >= 0)
            return RoleMethod.AddIdentity;
        if (Array.IndexOf(AddIdentity, method - 2) >= 0)
            return RoleMethod.RemoveIdentity;
        foreach (var (_, _, _, identities) in RoleTable.All)
        {
            // Their ids follow that of Identities; each is followed by that of its arguments.
            switch (method - identities)
            {
                case 3:
                    return RoleMethod.AddApplication;
                case 5:
                    return RoleMethod.RemoveApplication;
                case 7:
                    return RoleMethod.AddEndpoint;
                case 9:
                    return RoleMethod.RemoveEndpoint;
            }
        }

        return RoleMethod.None;
    }
}
