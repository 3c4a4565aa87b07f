using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>The keys of a group, whose values apply to its tags.</summary>
internal static class GroupKeys
{
    public static readonly KeyTable<GroupReading> Table = new(
        "group",
        new(
            EntryKeys.Group,
            KeyShape.Text,
            "Folder of the tags inside; / separates levels.",
            static (yaml, r) =>
            {
                r.Group.NameSpot = yaml.Spot;
                r.Group.Name = yaml.Text() ?? "";
            }
        ),
        new(
            "db",
            KeyShape.WholeOrParameter(1, 65535),
            "Data block of the offsets inside.",
            static (yaml, r) => r.Group.Db = yaml.Whole(1, 65535)
        ),
        new(
            "offset",
            KeyShape.WholeOrParameter(0, 65535),
            "Start in the data block: bytes added to the offsets inside. Default " + "0.",
            static (yaml, r) => r.Group.OwnStart = yaml.Whole(0, 65535) ?? 0
        ),
        new(
            "scan",
            KeyShape.Text,
            "Scan class of the tags inside.",
            static (yaml, r) =>
            {
                r.Group.OwnScanSpot = yaml.Spot;
                r.Group.Scan = yaml.Text("the name of a scan class");
            }
        ),
        new(
            "access",
            KeyShape.OneOf(TagKeys.AccessWords),
            "Access of the tags inside.",
            static (yaml, r) => r.Group.Access = TagKeys.ReadAccess(yaml)
        ),
        new(
            "history",
            TagHistoryKeys.Shape,
            "History of the tags inside, as at a tag.",
            static (yaml, r) => TagHistoryKeys.Read(yaml, r.Group)
        ),
        new(
            "alarmClass",
            KeyShape.Text,
            "Class of the alarms inside that name none.",
            static (yaml, r) => r.Group.AlarmClass = AlarmKeys.ReadWord(yaml, "the name of a class of alarms")
        ),
        new(EntryKeys.Tags, KeyShape.Ref("tags"), "The tags inside.", static (yaml, r) => r.Tags.Read(yaml, r.Group, r.Entries))
    );
}

/// <summary>A group being read.</summary>
internal sealed record GroupReading(RawGroup Group, TagsReader Tags, List<RawEntry> Entries);

/// <summary>The keys of a file of tags: <c>from</c>, and values that apply to its tags.</summary>
internal static class FromKeys
{
    public static readonly KeyTable<FromReading> Table = new(
        "source",
        new(
            EntryKeys.From,
            KeyShape.Text,
            "File with tags (.csv, .yaml) or a block exported from TIA Portal (.db, .scl, .awl), relative to this " + "file.",
            static (yaml, r) =>
            {
                r.PathSpot = yaml.Spot;
                r.Path = yaml.Text("the name of a file");
            }
        ),
        new(
            "group",
            KeyShape.Text,
            "Folder of its tags. Default: none.",
            static (yaml, r) =>
            {
                r.Group.NameSpot = yaml.Spot;
                r.Group.Name = yaml.Text() ?? "";
            }
        ),
        new("db", KeyShape.WholeOrParameter(1, 65535), "Data block of its offsets.", static (yaml, r) => r.Group.Db = yaml.Whole(1, 65535)),
        new(
            "offset",
            KeyShape.WholeOrParameter(0, 65535),
            "Bytes added to its offsets. Default 0.",
            static (yaml, r) => r.Group.OwnStart = yaml.Whole(0, 65535) ?? 0
        ),
        new(
            "scan",
            KeyShape.Text,
            "Scan class of its tags.",
            static (yaml, r) =>
            {
                r.Group.OwnScanSpot = yaml.Spot;
                r.Group.Scan = yaml.Text("the name of a scan class");
            }
        ),
        new(
            "encoding",
            KeyShape.Text,
            "Code page of the file, such as windows-1250, windows-1251 or gbk. Default: UTF-8, or windows-1252 where it is no UTF-8.",
            static (yaml, r) => r.Encoding = Encodings.Read(yaml)
        ),
        new(
            "alarmClass",
            KeyShape.Text,
            "Class of its alarms that name none.",
            static (yaml, r) => r.Group.AlarmClass = AlarmKeys.ReadWord(yaml, "the name of a class of alarms")
        ),
        new(
            "access",
            KeyShape.OneOf(TagKeys.AccessWords),
            "Access of its tags.",
            static (yaml, r) => r.Group.Access = TagKeys.ReadAccess(yaml)
        ),
        new("history", TagHistoryKeys.Shape, "History of its tags, as at a tag.", static (yaml, r) => TagHistoryKeys.Read(yaml, r.Group))
    );
}

/// <summary>A file entry being read.</summary>
internal sealed class FromReading(RawGroup group)
{
    public RawGroup Group => group;

    public string? Path { get; set; }

    public SourceLocation PathSpot { get; set; }

    /// <summary>Code page of the file; null: detected from its bytes.</summary>
    public string? Encoding { get; set; }
}
