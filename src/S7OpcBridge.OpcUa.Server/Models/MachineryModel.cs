using S7OpcBridge.OpcUa.Server.Options;

namespace S7OpcBridge.OpcUa.Server.Models;

/// <summary>
/// The part of OPC UA for Machinery (OPC 40001-1) that identifies machines: numbers and names as the OPC Foundation publishes them in
/// Opc.Ua.Machinery.NodeSet2.xml.
/// </summary>
internal static class MachineryModel
{
    private const uint Mandatory = Ids.ModellingRule_Mandatory,
        Optional = Ids.ModellingRule_Optional;

    /// <summary>The published version.</summary>
    public static NamespaceModel Version { get; } =
        new(DeviceExtension.MachineryUri)
        {
            Version = "1.03.0",
            Published = new DateTime(2023, 8, 1, 0, 0, 0, DateTimeKind.Utc),
            IsSubset = true,
        };

    /// <summary>Adds the nodes.</summary>
    /// <param name="machinery">Index of the namespace.</param>
    /// <param name="di">Index of that of OPC UA for Devices, already added.</param>
    public static void AddTo(ModelTable table, ushort machinery, ushort di)
    {
        NodeId Id(uint id) => new(machinery, id);
        QualifiedName Name(string name) => new(machinery, name);

        table.AddObject(Ids.ObjectsFolder, Ids.Organizes, Id(MachineryIds.Machines), Name("Machines"), Ids.FolderType);
        AddNameplates(table, machinery, di);
        var item = AddItem(table, machinery, di);

        var machine = AddType(MachineryIds.MachineIdentificationType, "MachineIdentificationType", item);
        table.References.Add((machine, Ids.HasInterface, Id(1010)));
        table.References.Add((machine, Ids.HasInterface, Id(1011)));
        AddDefaultName(machine, 6030, new QualifiedName(di, "Identification"));
        table.AddProperties(machine, machinery, (6029, "Location", Ids.String, Optional));
        table.AddProperties(machine, di, (6015, "ProductInstanceUri", Ids.String, Mandatory));

        var component = AddType(MachineryIds.MachineryComponentIdentificationType, "MachineryComponentIdentificationType", item);
        AddDefaultName(component, 6016, new QualifiedName(di, "Identification"));
        table.AddProperties(component, di, (6017, "DeviceRevision", Ids.String, Optional));

        var components = AddType(MachineryIds.MachineComponentsType, "MachineComponentsType", Ids.BaseObjectType);
        AddDefaultName(components, 6018, Name("Components"));
        var any = table.AddObject(
            components,
            Ids.HasComponent,
            Id(5002),
            Name("<Component>"),
            Ids.BaseObjectType,
            ModelTable.OptionalPlaceholder
        );
        var identification = table.AddObject(
            any,
            Ids.HasAddIn,
            Id(5003),
            new QualifiedName(di, "Identification"),
            TypeNumber.Of(machinery, 1004),
            Mandatory
        );
        table.AddProperties(
            identification,
            di,
            (6019, "Manufacturer", Ids.LocalizedText, Mandatory),
            (6020, "SerialNumber", Ids.String, Mandatory)
        );

        NodeId AddType(uint id, string name, NodeId supertype) =>
            table.AddType(NodeClass.ObjectType, Id(id), name, supertype, isAbstract: false);

        void AddDefaultName(NodeId type, uint id, QualifiedName name) =>
            table.AddVariable(
                type,
                Ids.HasProperty,
                Id(id),
                new QualifiedName(0, "DefaultInstanceBrowseName"),
                Ids.QualifiedName,
                rule: 0,
                Variant.From(name)
            );
    }

    private static void AddNameplates(ModelTable table, ushort machinery, ushort di)
    {
        var vendor = table.AddType(
            NodeClass.ObjectType,
            new NodeId(machinery, 1003),
            "IMachineryItemVendorNameplateType",
            new NodeId(di, DeviceModel.VendorNameplate),
            isAbstract: true
        );
        table.AddProperties(
            vendor,
            di,
            (6022, "Manufacturer", Ids.LocalizedText, Mandatory),
            (6024, "SerialNumber", Ids.String, Mandatory)
        );
        table.AddProperties(vendor, machinery, (6025, "YearOfConstruction", Ids.UInt16, Optional));
        var ofMachine = table.AddType(
            NodeClass.ObjectType,
            new NodeId(machinery, 1010),
            "IMachineVendorNameplateType",
            vendor,
            isAbstract: true
        );
        table.AddProperties(ofMachine, di, (6023, "ProductInstanceUri", Ids.String, Mandatory));
        var tag = table.AddType(
            NodeClass.ObjectType,
            new NodeId(machinery, 1011),
            "IMachineTagNameplateType",
            new NodeId(di, DeviceModel.TagNameplate),
            isAbstract: true
        );
        table.AddProperties(tag, machinery, (6028, "Location", Ids.String, Optional));
    }

    private static NodeId AddItem(ModelTable table, ushort machinery, ushort di)
    {
        var item = table.AddType(
            NodeClass.ObjectType,
            new NodeId(machinery, 1004),
            "MachineryItemIdentificationType",
            new NodeId(di, DeviceIds.FunctionalGroupType),
            isAbstract: true
        );
        table.References.Add((item, Ids.HasInterface, new NodeId(machinery, 1003)));
        table.References.Add((item, Ids.HasInterface, new NodeId(di, DeviceModel.TagNameplate)));
        table.AddProperties(
            item,
            di,
            (6002, "Manufacturer", Ids.LocalizedText, Mandatory),
            (6003, "SerialNumber", Ids.String, Mandatory),
            (6001, "ProductInstanceUri", Ids.String, Optional),
            (6007, "ManufacturerUri", Ids.String, Optional),
            (6008, "Model", Ids.LocalizedText, Optional),
            (6009, "ProductCode", Ids.String, Optional),
            (6010, "HardwareRevision", Ids.String, Optional),
            (6011, "SoftwareRevision", Ids.String, Optional),
            (6013, "AssetId", Ids.String, Optional),
            (6014, "ComponentName", Ids.LocalizedText, Optional)
        );
        table.AddProperties(item, machinery, (6004, "YearOfConstruction", Ids.UInt16, Optional));
        return item;
    }
}
