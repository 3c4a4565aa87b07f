using System.Globalization;

namespace S7OpcBridge.NodesetTool;

/// <summary>Constants for the nodes of namespace 0 that code names: reference types, type definitions, data types with code, and the Server object.</summary>
internal static class IdsFile
{
    private static readonly string[] Folders =
    [
        "RootFolder",
        "ObjectsFolder",
        "TypesFolder",
        "ViewsFolder",
        "ObjectTypesFolder",
        "VariableTypesFolder",
        "DataTypesFolder",
        "ReferenceTypesFolder",
        "EventTypesFolder",
        "InterfaceTypes",
        "LocationsFolder",
        "Aliases",
        "DefaultBinary",
        "DefaultXml",
        "ModellingRule_Mandatory",
        "ModellingRule_Optional",
    ];

    private static readonly string[] ObjectTypes =
    [
        "BaseObjectType",
        "FolderType",
        "NamespaceMetadataType",
        "SessionDiagnosticsObjectType",
        "DataTypeEncodingType",
        "BaseEventType",
        "SystemEventType",
        "DeviceFailureEventType",
        "AuditEventType",
        "BaseModelChangeEventType",
        "GeneralModelChangeEventType",
        "SemanticChangeEventType",
        "EventQueueOverflowEventType",
        "ProgressEventType",
        "SystemStatusChangeEventType",
        "RefreshStartEventType",
        "RefreshEndEventType",
        "HistoricalDataConfigurationType",
        "AggregateConfigurationType",
    ];

    // Parts of the Server object that this server does not offer.
    private static readonly string[] NotServed =
    [
        "Server_ServerConfiguration",
        "Server_PublishSubscribe",
        "Server_ServerCapabilities_RoleSet",
        "Server_DefaultH",
        "Server_Resources",
    ];

    public static string Write(string csv, DataTypes types)
    {
        var text = MessageFiles
            .Head()
            .Append(
                "\n/// <summary>Numeric ids of nodes of namespace 0, by the names of the OPC Foundation's list.</summary>\npublic static class Ids\n{\n"
            );
        foreach (var line in File.ReadLines(csv))
        {
            if (line.Split(',') is [var name, var id, var nodeClass] && IsWanted(name, nodeClass, types))
                text.Append(CultureInfo.InvariantCulture, $"    public const uint {name} = {id};\n");
        }

        return text.Append("}\n").ToString();
    }

    private static bool IsWanted(string name, string nodeClass, DataTypes types) =>
        nodeClass switch
        {
            "ReferenceType" => true,
            "VariableType" => !name.Contains("PubSub", StringComparison.Ordinal),
            "DataType" => types.ByName.TryGetValue(name, out var type)
                && (
                    type.Id <= WellKnown.Enumeration
                    || ServiceSets.Files.Any(f => f.Roots.Contains(name))
                    || name is "Duration" or "UtcTime" or "LocaleId"
                ),
            "ObjectType" => ObjectTypes.Contains(name),
            _ => Folders.Contains(name)
                || name is "Server"
                || (IsOf("Server", name) && !NotServed.Any(p => name.StartsWith(p, StringComparison.Ordinal)))
                || IsOf("AggregateFunction", name)
                || IsOf("HistoryServerCapabilities", name)
                || name is "HistoryServerCapabilities"
                || IsOf("OPCUANamespaceMetadata", name)
                || name is "OPCUANamespaceMetadata",
        };

    private static bool IsOf(string parent, string name) => name.StartsWith(parent + "_", StringComparison.Ordinal);
}
