namespace S7OpcBridge;

/// <summary>The keys of a group: what its tags have in common.</summary>
internal static class GroupKeys
{
    /// <summary>The key that tells a group from a tag.</summary>
    public const string First = "group";

    /// <summary>The key with the tags inside.</summary>
    public const string Tags = "tags";

    public static readonly KeyTable<GroupReading> Table = new("group",
        new(First, KeyShape.Text, "Folder of the tags inside; / separates levels.", static (yaml, r) =>
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
        new(Tags, KeyShape.Ref("tags"), "The tags inside.", static (yaml, r) => r.Tags.Read(yaml, r.Group, r.Entries)));
}

/// <summary>A group while it is being read.</summary>
internal sealed record GroupReading(GroupDraft Group, TagsReader Tags, List<EntryDraft> Entries);
