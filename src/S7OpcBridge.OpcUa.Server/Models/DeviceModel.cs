using S7OpcBridge.OpcUa.Server.Options;

namespace S7OpcBridge.OpcUa.Server.Models;

/// <summary>
/// The part of OPC UA for Devices (OPC 10000-100) that nameplates need: numbers and names as the OPC Foundation publishes them in Opc.Ua.Di.NodeSet2.xml.
/// </summary>
internal static class DeviceModel
{
    /// <summary>Interfaces that machines implement, too.</summary>
    public const uint VendorNameplate = 15035,
        TagNameplate = 15048;

    private const uint Mandatory = Ids.ModellingRule_Mandatory,
        Optional = Ids.ModellingRule_Optional,
        DeviceHealthInterface = 15051,
        BaseInterfaceType = 17602;

    private static readonly string[] HealthNames = ["NORMAL", "FAILURE", "CHECK_FUNCTION", "OFF_SPEC", "MAINTENANCE_REQUIRED"];

    /// <summary>The published version.</summary>
    public static NamespaceModel Version { get; } =
        new(DeviceExtension.DevicesUri)
        {
            Version = "1.04.0",
            Published = new DateTime(2022, 11, 3, 0, 0, 0, DateTimeKind.Utc),
            IsSubset = true,
        };

    /// <summary>Adds the nodes.</summary>
    /// <param name="di">Index of the namespace.</param>
    public static void AddTo(ModelTable table, ushort di)
    {
        NodeId Id(uint id) => new(di, id);
        QualifiedName Name(string name) => new(di, name);
        uint Type(uint id) => TypeNumber.Of(di, id);

        table.AddObject(Ids.ObjectsFolder, Ids.Organizes, Id(DeviceIds.DeviceSet), Name("DeviceSet"), Ids.BaseObjectType);
        table.AddObject(Ids.ObjectsFolder, Ids.Organizes, Id(DeviceIds.NetworkSet), Name("NetworkSet"), Ids.BaseObjectType);
        table.AddType(NodeClass.ReferenceType, Id(DeviceIds.ConnectsTo), "ConnectsTo", Ids.HierarchicalReferences, isAbstract: false);
        AddHealth(table, di);
        AddNameplates(table, di);

        table.AddType(NodeClass.ObjectType, Id(DeviceIds.FunctionalGroupType), "FunctionalGroupType", Ids.FolderType, isAbstract: false);
        var element = table.AddType(NodeClass.ObjectType, Id(1001), "TopologyElementType", Ids.BaseObjectType, isAbstract: true);
        table.AddObject(element, Ids.HasComponent, Id(6014), Name("Identification"), Type(DeviceIds.FunctionalGroupType), Optional);
        AddDevices(table, di, element);

        var point = table.AddType(
            NodeClass.ObjectType,
            Id(DeviceIds.ConnectionPointType),
            "ConnectionPointType",
            element,
            isAbstract: true
        );
        table.AddObject(point, Ids.HasComponent, Id(6354), Name("NetworkAddress"), Type(DeviceIds.FunctionalGroupType), Mandatory);
        var network = table.AddType(NodeClass.ObjectType, Id(DeviceIds.NetworkType), "NetworkType", Ids.BaseObjectType, isAbstract: false);
        var connected = table.AddObject(
            network,
            Type(DeviceIds.ConnectsTo),
            Id(6248),
            Name("<CPIdentifier>"),
            Type(DeviceIds.ConnectionPointType),
            ModelTable.OptionalPlaceholder
        );
        table.AddObject(connected, Ids.HasComponent, Id(6292), Name("NetworkAddress"), Type(DeviceIds.FunctionalGroupType), Mandatory);
    }

    private static void AddHealth(ModelTable table, ushort di)
    {
        var id = new NodeId(di, DeviceIds.DeviceHealthEnumeration);
        table.Nodes.Add(
            new ModelNode(id, NodeClass.DataType, new QualifiedName(di, "DeviceHealthEnumeration"))
            {
                Values = new EnumDefinition
                {
                    Fields =
                    [
                        .. HealthNames.Select(
                            static (name, value) =>
                                new EnumField
                                {
                                    Value = value,
                                    Name = name,
                                    DisplayName = new LocalizedText(name),
                                }
                        ),
                    ],
                },
            }
        );
        table.References.Add((Ids.Enumeration, Ids.HasSubtype, id));
        table.AddVariable(
            id,
            Ids.HasProperty,
            new NodeId(di, 6450),
            new QualifiedName(0, "EnumStrings"),
            Ids.LocalizedText,
            rule: 0,
            Variant.FromArray(BuiltInType.LocalizedText, HealthNames.Select(static name => new LocalizedText(name)).ToArray())
        );
        var health = table.AddType(
            NodeClass.ObjectType,
            new NodeId(di, DeviceHealthInterface),
            "IDeviceHealthType",
            BaseInterfaceType,
            isAbstract: true
        );
        table.AddVariable(health, Ids.HasComponent, new NodeId(di, 15052), new QualifiedName(di, "DeviceHealth"), id, Optional);
    }

    private static void AddNameplates(ModelTable table, ushort di)
    {
        var vendor = table.AddType(
            NodeClass.ObjectType,
            new NodeId(di, VendorNameplate),
            "IVendorNameplateType",
            BaseInterfaceType,
            isAbstract: true
        );
        table.AddProperties(
            vendor,
            di,
            (15036, "Manufacturer", Ids.LocalizedText, Optional),
            (15037, "ManufacturerUri", Ids.String, Optional),
            (15038, "Model", Ids.LocalizedText, Optional),
            (15039, "HardwareRevision", Ids.String, Optional),
            (15040, "SoftwareRevision", Ids.String, Optional),
            (15041, "DeviceRevision", Ids.String, Optional),
            (15042, "ProductCode", Ids.String, Optional),
            (15043, "DeviceManual", Ids.String, Optional),
            (15044, "DeviceClass", Ids.String, Optional),
            (15045, "SerialNumber", Ids.String, Optional),
            (15046, "ProductInstanceUri", Ids.String, Optional),
            (15047, "RevisionCounter", Ids.Int32, Optional)
        );
        var tag = table.AddType(
            NodeClass.ObjectType,
            new NodeId(di, TagNameplate),
            "ITagNameplateType",
            BaseInterfaceType,
            isAbstract: true
        );
        table.AddProperties(tag, di, (15049, "AssetId", Ids.String, Optional), (15050, "ComponentName", Ids.LocalizedText, Optional));
    }

    private static void AddDevices(ModelTable table, ushort di, NodeId element)
    {
        var component = table.AddType(NodeClass.ObjectType, new NodeId(di, 15063), "ComponentType", element, isAbstract: true);
        table.References.Add((component, Ids.HasInterface, new NodeId(di, VendorNameplate)));
        table.References.Add((component, Ids.HasInterface, new NodeId(di, TagNameplate)));
        table.AddProperties(
            component,
            di,
            (15086, "Manufacturer", Ids.LocalizedText, Optional),
            (15087, "ManufacturerUri", Ids.String, Optional),
            (15088, "Model", Ids.LocalizedText, Optional),
            (15089, "HardwareRevision", Ids.String, Optional),
            (15090, "SoftwareRevision", Ids.String, Optional),
            (15091, "DeviceRevision", Ids.String, Optional),
            (15092, "ProductCode", Ids.String, Optional),
            (15093, "DeviceManual", Ids.String, Optional),
            (15094, "DeviceClass", Ids.String, Optional),
            (15095, "SerialNumber", Ids.String, Optional),
            (15096, "ProductInstanceUri", Ids.String, Optional),
            (15097, "RevisionCounter", Ids.Int32, Optional),
            (15098, "AssetId", Ids.String, Optional),
            (15099, "ComponentName", Ids.LocalizedText, Optional)
        );
        var device = table.AddType(NodeClass.ObjectType, new NodeId(di, DeviceIds.DeviceType), "DeviceType", component, isAbstract: true);
        table.References.Add((device, Ids.HasInterface, new NodeId(di, DeviceHealthInterface)));
        table.AddProperties(
            device,
            di,
            (6003, "Manufacturer", Ids.LocalizedText, Mandatory),
            (15100, "ManufacturerUri", Ids.String, Optional),
            (6004, "Model", Ids.LocalizedText, Mandatory),
            (6008, "HardwareRevision", Ids.String, Mandatory),
            (6007, "SoftwareRevision", Ids.String, Mandatory),
            (6006, "DeviceRevision", Ids.String, Mandatory),
            (15101, "ProductCode", Ids.String, Optional),
            (6005, "DeviceManual", Ids.String, Mandatory),
            (6470, "DeviceClass", Ids.String, Optional),
            (6001, "SerialNumber", Ids.String, Mandatory),
            (15102, "ProductInstanceUri", Ids.String, Optional),
            (6002, "RevisionCounter", Ids.Int32, Mandatory)
        );
        table.AddVariable(
            device,
            Ids.HasComponent,
            new NodeId(di, 6208),
            new QualifiedName(di, "DeviceHealth"),
            new NodeId(di, DeviceIds.DeviceHealthEnumeration),
            Optional
        );
    }
}
