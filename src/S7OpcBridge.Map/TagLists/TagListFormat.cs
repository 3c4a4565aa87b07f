using S7OpcBridge.Map.TagLists;

namespace S7OpcBridge.Map;

/// <summary>A form in which other programs import tags.</summary>
/// <param name="Name">Name on the command line and in the page's address.</param>
/// <param name="Extension">Extension of a file in this form.</param>
/// <param name="ContentType">Media type.</param>
/// <param name="LeavesOutUntyped">True: tags whose type is unknown are left out, because the importing program would guess it wrongly.</param>
/// <param name="Write">Writes the list piece by piece, so that a list of a million tags never stands in memory as one text.</param>
public sealed record TagListFormat(
    string Name,
    string Extension,
    string ContentType,
    bool LeavesOutUntyped,
    Func<TagList, IEnumerable<string>> Write
)
{
    private const string Csv = "text/csv; charset=utf-8",
        Json = "application/json; charset=utf-8";

    /// <summary>All forms.</summary>
    public static IReadOnlyList<TagListFormat> All { get; } =
    [
        new("csv", ".csv", Csv, false, TagListCsv.Write),
        new("json", ".json", Json, false, TagListJson.Write),
        new("publishednodes", ".json", Json, false, PublishedNodes.Write),
        new("ignition", ".json", Json, true, IgnitionTags.Write),
        new("kepware", ".csv", Csv, false, KepwareClientTags.Write),
        new("topics", ".csv", Csv, false, TopicList.Write),
    ];

    /// <summary>The form of a name; null: there is none.</summary>
    public static TagListFormat? Find(string name) => All.FirstOrDefault(format => format.Name == name);
}
