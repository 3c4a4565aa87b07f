using System.Text;

namespace S7OpcBridge.Import.Tests.TiaProjects;

/// <summary>A small plant as a project of TIA Portal: a CPU with two tag tables, a PLC data type, data blocks and an HMI.</summary>
internal static class Plant
{
    public static readonly (string, ulong) Project = ("ProjectData", 1),
        Cpu = ("S7ControllerTargetData", 10);

    private static readonly (string, object?)[] OfCpu = [(">Environment", Project), (">Target", Cpu)];

    /// <summary>The project with blocks of standard access.</summary>
    /// <param name="isOld">True: the frame and the interfaces of V11 to V13.</param>
    /// <param name="firmware">Of the CPU.</param>
    public static PlfBuilder Of(bool isOld = false, string firmware = "V2.9")
    {
        var plant = new PlfBuilder(isOld);
        plant.Add("ProjectData", 1, ("ICoreAttributes.Name", "Plant"));
        plant.Add(
            "S7ControllerTargetData",
            10,
            ("ICoreAttributes.Name", "PLC_1"),
            (">Environment", Project),
            ("IDeviceItemData.OrderNumber", "6ES7 511-1AK02-0AB0"),
            ("IDeviceItemData.FwVersion", firmware),
            ("IDeviceItemData.InvariantTypeName", "CPU 1511-1 PN")
        );
        plant.Add(
            "BaseDeviceItemData",
            11,
            [("ICoreAttributes.Name", "PLC_1"), .. OfCpu, ("~EnablePutGetConnections", true), ("~ProtectionLevel", 2)]
        );
        plant.Add(
            "NodeData",
            12,
            [("ICoreAttributes.Name", "X1"), .. OfCpu, ("~NodeIPProtocolUsed", true), ("~NodeIPAddress", 0xC0A8000AL)]
        );
        foreach (var (id, name) in new[] { (1, "Bool"), (4, "Word"), (5, "Int"), (8, "Real") })
        {
            plant.Add(
                "DataTypeItemData",
                20 + (ulong)id,
                ("ICoreAttributes.Name", name),
                ("IDataTypeContent.DataTypeID", id),
                ("IDataTypeContent.Scope", "S71500")
            );
            plant.Add(
                "DataTypeItemData",
                (ulong)id,
                ("ICoreAttributes.Name", "Other"),
                ("IDataTypeContent.DataTypeID", id),
                ("IDataTypeContent.Scope", "Modbus")
            );
        }
        plant.Add("EAMTZTagTableData", 40, ("ICoreAttributes.Name", "Default tag table"));
        plant.Add("EAMTZTagTableData", 41, ("ICoreAttributes.Name", "Drive"), (">AggregatingFolder", ("FolderData", 42UL)));
        plant.Add("FolderData", 42, ("ICoreAttributes.Name", "Line 1"), ("ICoreAttributes.Subtype", "TagTables.Subfolder"));
        Tag(plant, 50, "Start", "Bool", "%M0.0", 40, comment: [(0x0409, "starts"), (0x0407, "läuft los")]);
        Tag(plant, 51, "Speed", "Real", "%MD20", 41, isReadOnly: true);
        return plant;
    }

    /// <summary>A tag of a tag table.</summary>
    public static void Tag(
        PlfBuilder plant,
        ulong id,
        string name,
        string type,
        string address,
        ulong table,
        bool isReadOnly = false,
        (ushort, string)[]? comment = null
    ) =>
        plant.Add(
            "EAMTZTagData",
            id,
            [
                ("ICoreAttributes.Name", name),
                ("ICoreAttributes.Comment", comment),
                .. OfCpu,
                (">TagTable", ("EAMTZTagTableData", table)),
                ("IStructureItem.DisplayTypeName", type),
                ("IStructureItem.HmiReadOnly", isReadOnly),
                ("ITagAddress.LogicalAddress", address),
            ]
        );

    /// <summary>A data block with an interface of its own.</summary>
    /// <param name="plant">The project.</param>
    /// <param name="id">The block's id; its interface has the next ones.</param>
    /// <param name="name">Its name.</param>
    /// <param name="number">Its number.</param>
    /// <param name="root">The document of its interface.</param>
    /// <param name="isOptimised">True: optimised block access.</param>
    /// <param name="parts">Documents that members lead to, or objects.</param>
    public static void Block(
        PlfBuilder plant,
        ulong id,
        string name,
        int number,
        string root,
        bool isOptimised = false,
        params object[] parts
    )
    {
        plant.Add(
            "DataBlockData",
            id,
            [
                ("ICoreAttributes.Name", name),
                .. OfCpu,
                ("IGeneralBlockSourceData.Number", number),
                ("IGeneralBlockSourceData.OnlySymbolicAccess", isOptimised),
                ("IGeneralDataBlockSourceData.Type", 5),
                (">CurrentInterface", ("InterfaceVersionRootData", id + 1)),
            ]
        );
        Interface(plant, id + 1, root, [], parts);
    }

    /// <summary>The root of an interface and its parts.</summary>
    public static void Interface(PlfBuilder plant, ulong id, string root, (string, object?)[] more, params object[] parts)
    {
        var targets = new List<(string, ulong)>();
        foreach (var part in parts)
        {
            targets.Add(part is string ? ("InterfacePartData", id + 1 + (ulong)targets.Count) : ((string, ulong))part);
            if (part is string text)
                plant.Add("InterfacePartData", targets[^1].Item2, ("IInterfacePartData.Payload", Encoding.UTF8.GetBytes("\uFEFF" + text)));
        }
        plant.Add(
            "InterfaceVersionRootData",
            id,
            [
                ("IInterfacePartData.Kind", 1),
                ("IInterfacePartData.Payload", Encoding.UTF8.GetBytes("\uFEFF" + root)),
                (">UsedParts", targets.ToArray()),
                .. more,
            ]
        );
    }

    /// <summary>An HMI tag that shows a PLC tag by its symbol, each 500 ms.</summary>
    public static void Hmi(PlfBuilder plant, string symbol)
    {
        (string, object?)[] ofHmi = [(">Environment", Project), (">Target", ("HmiApplicationData", 300UL))];
        plant.Add("HmiApplicationData", 300, ("ICoreAttributes.Name", "HMI_RT_1"));
        plant.Add("HmiTagTableData", 301, ("ICoreAttributes.Name", "Default tag table"));
        plant.Add("HmiCycleData", 302, ("ICoreAttributes.Name", "500 ms"));
        plant.Add(
            "HmiConnectionData",
            303,
            ("ICoreAttributes.Name", "HMI_Connection_1"),
            (">ConnectionPoint", ("HmiConnectionPointData", 304UL))
        );
        plant.Add("HmiConnectionPointData", 304, (">Conn2RemoteTargets", Cpu));
        plant.Add("ScopedLinkMaintainerData", 305, ("IScopedLinkMaintainerData.Links", new[] { (7, "Other.X"), (8, symbol) }));
        plant.Add(
            "HmiTagData",
            310,
            [
                ("ICoreAttributes.Name", "shown"),
                .. ofHmi,
                (">TagTable", ("HmiTagTableData", 301UL)),
                (">IHmiTagAttributes_Connection", ("HmiConnectionData", 303UL)),
                (">IHmiTagAttributes_AcquisitionCycle", ("HmiCycleData", 302UL)),
                (">InverseConsumer", ("ScopedLinkMaintainerData", 305UL)),
                ("IStructureItem.DisplayTypeName", "Int"),
                ("ITagAddress.LogicalAddress", "%DB9.DBW99"),
                ("~LinkHandle", 8L | (8L << 32)),
                ("IHmiTagStructureAttributes.LimitHighType", 1),
                ("IHmiTagStructureAttributes.LimitHighConstant", "90"),
                ("IHmiTagStructureAttributes.LimitLowHighType", 1),
                ("IHmiTagStructureAttributes.LimitLowHighConstant", "10"),
            ]
        );
        plant.Add(
            "HmiTagData",
            311,
            [
                ("ICoreAttributes.Name", "page"),
                .. ofHmi,
                (">TagTable", ("HmiTagTableData", 301UL)),
                ("IStructureItem.DisplayTypeName", "Int"),
            ]
        );
    }
}
