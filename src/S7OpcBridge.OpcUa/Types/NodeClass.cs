namespace S7OpcBridge.OpcUa;

/// <summary>Node classes; the numbers are the mask bits of OPC 10000-3, 8.29.</summary>
[Flags]
public enum NodeClass
{
#pragma warning disable CS1591 // the names are the standard's
    None = 0,
    Object = 1,
    Variable = 2,
    Method = 4,
    ObjectType = 8,
    VariableType = 16,
    ReferenceType = 32,
    DataType = 64,
    View = 128,
#pragma warning restore CS1591
}

/// <summary>Attributes; the numbers are those of OPC 10000-6, A.1.</summary>
public enum AttributeId : uint
{
#pragma warning disable CS1591 // the names are the standard's
    NodeId = 1,
    NodeClass,
    BrowseName,
    DisplayName,
    Description,
    WriteMask,
    UserWriteMask,
    IsAbstract,
    Symmetric,
    InverseName,
    ContainsNoLoops,
    EventNotifier,
    Value,
    DataType,
    ValueRank,
    ArrayDimensions,
    AccessLevel,
    UserAccessLevel,
    MinimumSamplingInterval,
    Historizing,
    Executable,
    UserExecutable,
    DataTypeDefinition,
    RolePermissions,
    UserRolePermissions,
    AccessRestrictions,
    AccessLevelEx,
#pragma warning restore CS1591
}
