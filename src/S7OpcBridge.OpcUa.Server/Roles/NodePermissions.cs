namespace S7OpcBridge.OpcUa.Server;

/// <summary>What a role may do with a node: PermissionType, OPC 10000-3, 8.55, without the bits of services that the server does not have.</summary>
[Flags]
public enum NodePermissions
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>See it in Browse, and read its attributes other than the value.</summary>
    Browse = 1,

    /// <summary>Read its RolePermissions.</summary>
    ReadRolePermissions = 1 << 1,

    /// <summary>Read its value.</summary>
    Read = 1 << 5,

    /// <summary>Write its value.</summary>
    Write = 1 << 6,

    /// <summary>Read its history.</summary>
    ReadHistory = 1 << 7,

    /// <summary>Receive its events.</summary>
    ReceiveEvents = 1 << 11,

    /// <summary>Call it.</summary>
    Call = 1 << 12,

    /// <summary>Everything that can be done with a tag, its folders and methods.</summary>
    All = Browse | Read | ReadHistory | Write | Call,
}
