using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>The keys of a group: what its tags have in common.</summary>
internal static class GroupKeys
{
    public static readonly KeyTable<GroupReading> Table = new("group",
        new(EntryKeys.Group, KeyShape.Text, "Folder of the tags inside; / separates levels.", static (yaml, r) =>
        {
            r.Group.NameSpot = yaml.Spot;
            r.Group.Name = yaml.Text() ?? "";
        }),
        new("db", KeyShape.WholeOrParameter(1, 65535), "Data block of the offsets inside.", static (yaml, r) => r.Group.Db = yaml.Whole(1, 65535)),
        new("offset", KeyShape.WholeOrParameter(0, 65535), "Start in the data block: bytes added to the offsets inside. Default 0.", static (yaml, r) => r.Group.OwnStart = yaml.Whole(0, 65535) ?? 0),
        new("scan", KeyShape.Text, "Scan class of the tags inside.", static (yaml, r) =>
        {
            r.Group.OwnScanSpot = yaml.Spot;
            r.Group.Scan = yaml.Text("the name of a scan class");
        }),
        new("access", KeyShape.OneOf(TagKeys.AccessWords), "Access of the tags inside.", static (yaml, r) => r.Group.Access = TagKeys.ReadAccess(yaml)),
        new(EntryKeys.Tags, KeyShape.Ref("tags"), "The tags inside.", static (yaml, r) => r.Tags.Read(yaml, r.Group, r.Entries)));
}

/// <summary>A group while it is being read.</summary>
internal sealed record GroupReading(RawGroup Group, TagsReader Tags, List<RawEntry> Entries);
