using System.Text;

namespace S7OpcBridge.Import.Tests.TiaProjects;

/// <summary>A set of attributes of the model.</summary>
internal sealed record PlfSet(string Name, bool IsExpando, (string Name, string Type)[] Attributes);

/// <summary>The types that <see cref="PlfBuilder"/> writes, and the type model that tells a reader about them.</summary>
internal static class PlfTypes
{
    private const string Space = "Plant.Model";

    private static readonly PlfSet[] Sets =
    [
        new("IBlockInterfaceXmlPartData", false, [("XmlPartKind", "xs:int")]),
        new("ICommentsExpandoAttributeSet", true, []),
        new(
            "ICoreAttributes",
            false,
            [
                ("Author", "xs:string"),
                ("Comment", "pe:CoreTextAttributeT"),
                ("Name", "xs:string"),
                ("Protection", "Protections"),
                ("Subtype", "xs:string"),
            ]
        ),
        new("IDataTypeContent", false, [("DataTypeID", "xs:int"), ("Scope", "xs:string")]),
        new("IDefaultStrategyData", false, [("DefaultValue", "xs:string")]),
        new(
            "IDeviceItemData",
            false,
            [("FwVersion", "xs:string"), ("InvariantTypeName", "xs:string"), ("OrderNumber", "xs:string"), ("PositionNumber", "xs:int")]
        ),
        new("IGeneralBlockData", false, [("Number", "xs:ushort")]),
        new("IGeneralBlockSourceData", false, [("Number", "xs:ushort"), ("OnlySymbolicAccess", "xs:boolean")]),
        new("IGeneralDataBlockSourceData", false, [("OfName", "xs:string"), ("Type", "BlockTypes")]),
        new(
            "IHmiTagStructureAttributes",
            false,
            [
                ("LimitHighConstant", "xs:string"),
                ("LimitHighLowConstant", "xs:string"),
                ("LimitHighLowType", "Limits"),
                ("LimitHighType", "Limits"),
                ("LimitLowConstant", "xs:string"),
                ("LimitLowHighConstant", "xs:string"),
                ("LimitLowHighType", "Limits"),
                ("LimitLowType", "Limits"),
                ("LinearScaling", "xs:boolean"),
                ("ScalingHmiHigh", "xs:double"),
                ("ScalingHmiLow", "xs:double"),
                ("ScalingPlcHigh", "xs:double"),
                ("ScalingPlcLow", "xs:double"),
            ]
        ),
        new("IInterfacePartData", false, [("Kind", "Kinds"), ("Payload", "pe:BlobT")]),
        new("IOwnAttributes", true, []),
        new("IScopedLinkMaintainerData", false, [("Links", "LinkArray")]),
        new("IStructureItem", false, [("DisplayTypeName", "xs:string"), ("HmiReadOnly", "xs:boolean")]),
        new("ITagAddress", false, [("AddressMode", "xs:int"), ("LogicalAddress", "xs:string")]),
        new("IXmlPartData", false, [("PayLoad", "pe:BlobT")]),
    ];

    // Each type with its base and its sets; "-" before a set and an attribute: the type says that it is constant.
    private static readonly (string Name, string Base, string[] Sets)[] Types =
    [
        ("CoreObject", "", ["ICoreAttributes", "-ICoreAttributes.Author"]),
        ("ProjectData", "CoreObject", []),
        ("BaseDeviceItemData", "CoreObject", ["IDeviceItemData", "IOwnAttributes"]),
        ("S7ControllerTargetData", "BaseDeviceItemData", []),
        ("NodeData", "CoreObject", ["IOwnAttributes"]),
        ("DataTypeItemData", "CoreObject", ["IDataTypeContent"]),
        ("FolderData", "CoreObject", []),
        ("EAMTZTagTableData", "CoreObject", []),
        ("EAMTZTagData", "CoreObject", ["IStructureItem", "ITagAddress", "-ITagAddress.AddressMode"]),
        ("SimaticConstantTagData", "CoreObject", ["IDefaultStrategyData"]),
        ("UserTypeData", "CoreObject", []),
        ("CodeBlockData", "CoreObject", []),
        ("DataBlockData", "CoreObject", ["IGeneralBlockSourceData", "IGeneralDataBlockSourceData"]),
        ("OldDataBlockData", "DataBlockData", ["IGeneralBlockData", "-IGeneralBlockSourceData.Number"]),
        ("InterfacePartData", "CoreObject", ["IInterfacePartData", "ICommentsExpandoAttributeSet"]),
        ("InterfaceVersionRootData", "InterfacePartData", []),
        ("XmlPartData", "CoreObject", ["IXmlPartData", "IBlockInterfaceXmlPartData"]),
        ("HmiTagData", "CoreObject", ["IStructureItem", "ITagAddress", "IHmiTagStructureAttributes", "IOwnAttributes"]),
        ("HmiTagTableData", "CoreObject", []),
        ("HmiConnectionData", "CoreObject", []),
        ("HmiConnectionPointData", "CoreObject", []),
        ("HmiCycleData", "CoreObject", []),
        ("HmiApplicationData", "CoreObject", []),
        ("ScopedLinkMaintainerData", "CoreObject", ["IScopedLinkMaintainerData"]),
    ];

    private static readonly string[] Relations =
    [
        "Environment",
        "Target",
        "TagTable",
        "AggregatingFolder",
        "CurrentInterface",
        "UsedByBlock",
        "InterfaceComments",
        "UsedParts",
        "Source",
        "ReferencedXmlParts",
        "TRefParent",
        "IHmiTagAttributes_Connection",
        "IHmiTagAttributes_AcquisitionCycle",
        "InverseConsumer",
        "ConnectionPoint",
        "Conn2RemoteTargets",
        "DeviceItem",
    ];

    public static uint IdOf(string type) => 0x1001 + (uint)Array.FindIndex(Types, each => each.Name == type);

    public static uint RelationOf(string name) => 0x2001 + (uint)Array.IndexOf(Relations, name);

    public static int SizeOf(string type) =>
        type switch
        {
            "xs:boolean" => 1,
            "xs:ushort" => 2,
            "xs:double" => 8,
            _ => 4,
        };

    public static bool IsConstant(string type, string set, string attribute) =>
        Line(type).Any(each => each.Sets.Contains($"-{set}.{attribute}"));

    /// <summary>The sets of a type in the order of its slots.</summary>
    public static IEnumerable<PlfSet> SetsOf(string type) =>
        Line(type)
            .SelectMany(each => each.Sets)
            .Where(set => set[0] != '-')
            .Distinct()
            .Order(StringComparer.Ordinal)
            .Select(name => Sets.Single(set => set.Name == name));

    /// <summary>The type model.</summary>
    public static string Model()
    {
        var xml = new StringBuilder($"<MetaInfo xmlns='urn:model'><Package><Namespace name='{Space}'>");
        xml.Append("<Enumeration name='Protections' id='0x3001'><Constant name='NoProtection' value='0'/>");
        xml.Append("<Constant name='KnowHowProtection' value='1'/></Enumeration>");
        xml.Append("<Enumeration name='BlockTypes' id='0x3002'><Constant name='SharedDB' value='5'/><Constant name='IDBofFB' value='6'/>");
        xml.Append("<Constant name='ArrayDB' value='7'/></Enumeration>");
        xml.Append(
            "<Enumeration name='Kinds' id='0x3003'><Constant name='BlockSource' value='1'/><Constant name='Values' value='2'/></Enumeration>"
        );
        xml.Append(
            "<Enumeration name='Limits' id='0x3004'><Constant name='NoLimit' value='0'/><Constant name='Constant' value='1'/></Enumeration>"
        );
        xml.Append("<Structure name='LinkHandle'><Element name='Index' type='xs:int'/></Structure>");
        xml.Append(
            "<Structure name='LinkInformation'><Element name='Handle' type='LinkHandle'/><Element name='QuotedNamePath' type='xs:string'/></Structure>"
        );
        xml.Append("<Array name='LinkArray' type='LinkInformation'/>");
        foreach (var set in Sets)
        {
            xml.Append($"<AttributeSet name='{set.Name}'{(set.IsExpando ? " expando='true'" : "")}>");
            foreach (var (name, type) in set.Attributes)
                xml.Append($"<Attribute name='{name}' type='{type}'/>");
            xml.Append("<Attribute name='IsRead' type='xs:boolean' intrinsic='true'/></AttributeSet>");
        }
        foreach (var (name, parent, sets) in Types)
        {
            xml.Append($"<ObjectType name='{name}' id='0x{IdOf(name):x8}'>");
            if (parent.Length > 0)
                xml.Append($"<Base ref='{Space}.{parent}'/>");
            foreach (var set in sets)
            {
                var parts = set.TrimStart('-').Split('.');
                xml.Append(
                    $"<Implements ref='{Space}.{parts[0]}'>{(set[0] == '-' ? $"<Attribute name='{parts[1]}' constant='true'/>" : "")}</Implements>"
                );
            }
            xml.Append("</ObjectType>");
        }
        xml.Append("<ObjectType name='Ends' id='0x00009000'>");
        foreach (var relation in Relations)
            xml.Append($"<Relation name='{relation}' id='0x{RelationOf(relation):x8}'/>");
        return xml.Append("</ObjectType></Namespace></Package></MetaInfo>").ToString();
    }

    private static IEnumerable<(string Name, string Base, string[] Sets)> Line(string type)
    {
        for (var name = type; name.Length > 0; )
        {
            var each = Types.Single(known => known.Name == name);
            yield return each;
            name = each.Base;
        }
    }
}
