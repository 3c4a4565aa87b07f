namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// A set of roles, one bit each: the well-known roles of OPC 10000-3, 4.9.2; the bits above them belong to the roles of a <see cref="RoleDirectory"/>.
/// </summary>
[Flags]
public enum WellKnownRoles : uint
{
    /// <summary>None of them.</summary>
    None = 0,

    /// <summary>Every session has this role.</summary>
    Anonymous = 1,

    /// <summary>Every session with a user has this role.</summary>
    AuthenticatedUser = 1 << 1,

    /// <summary>Browses and reads.</summary>
    Observer = 1 << 2,

    /// <summary>Operates the plant.</summary>
    Operator = 1 << 3,

    /// <summary>Engineers the plant.</summary>
    Engineer = 1 << 4,

    /// <summary>Supervises operators.</summary>
    Supervisor = 1 << 5,

    /// <summary>Changes the configuration.</summary>
    ConfigureAdmin = 1 << 6,

    /// <summary>Manages certificates and users.</summary>
    SecurityAdmin = 1 << 7,
}
