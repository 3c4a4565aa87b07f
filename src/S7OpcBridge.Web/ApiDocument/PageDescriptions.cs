using S7OpcBridge.Web.Page;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>The descriptions of what the page reads below /api/.</summary>
internal static class PageDescriptions
{
    private const string Plc = "plc: name of a PLC",
        Scan = "scan: name of a scan class",
        Ids = "ids: numbers of tags, with commas between them";

    public static IEnumerable<ApiDescription> List() =>
        [
            new("overview", "The bridge and its PLCs.", null, () => StatusJson.Default.Overview),
            new(
                "tags",
                "A page of the table of tags.",
                null,
                () => StatusJson.Default.TagPage,
                "search: words, all of which are in the name, or DB10",
                Plc,
                "quality: notgood, bad or uncertain",
                "after: rows before these",
                "count: rows, 1 to 200"
            ),
            new("tags/{format}", "All tags as a file: csv, json, publishednodes, ignition, kepware; topics: where they are published.")
            {
                MediaType = "application/octet-stream",
            },
            new(
                "values",
                "Values as texts, by the numbers of a page of tags.",
                null,
                () => StatusJson.Default.IReadOnlyListTagLiveValue,
                "run: of that page",
                Ids
            ),
            new("clients", "The OPC UA clients.", null, () => StatusJson.Default.ClientList),
            new(
                "alarms",
                "The alarms.",
                null,
                () => StatusJson.Default.AlarmList,
                "state: active, unacknowledged or all",
                Plc,
                "locale: language of the texts"
            ),
            new(
                "alarms/past",
                "Past changes of alarms, the newest first.",
                null,
                () => StatusJson.Default.PastAlarms,
                "search: words",
                Plc,
                "class: name of a class",
                "after: 'older' of the answer before",
                "count: rows, 1 to 500"
            ),
            new("cluster", "The cluster as this node sees it.", null, () => StatusJson.Default.ClusterPage),
            new("certificates", "Clients and users that were refused.", null, () => StatusJson.Default.IReadOnlyListRejectedClient),
            new("trust", "The certificates presented and trusted.", null, () => StatusJson.Default.TrustView),
            new("plan", "The read plan of a PLC.", null, () => StatusJson.Default.PlanDrawing, Plc, Scan, "after: requests before these"),
            new(
                "plan/tags",
                "The tags in a request of a read plan.",
                null,
                () => StatusJson.Default.IReadOnlyListItemTags,
                Plc,
                Scan,
                "request: its number"
            ),
            new(
                "trend",
                "A trend, one point per pixel.",
                null,
                () => StatusJson.Default.Trend,
                Plc,
                "tag: path of the tag below its PLC",
                "minutes: length of the range",
                "ago: how many minutes ago it ends",
                "points: number of points, 1 to 2000"
            ),
        ];
}
