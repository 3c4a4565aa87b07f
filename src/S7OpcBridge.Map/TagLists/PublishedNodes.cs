using System.Text.Json.Nodes;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map.TagLists;

/// <summary>
/// The list as a configuration file of OPC Publisher: an entry per scan class of a PLC, which publishes at the interval of the class. Users and passwords are
/// not in it.
/// </summary>
/// <remarks>Source: OPC Publisher's published nodes JSON schema (PublishedNodesEntryModel), Azure/Industrial-IoT.</remarks>
internal static class PublishedNodes
{
    public static IEnumerable<string> Write(TagList list)
    {
        yield return "[";
        var before = "\n";
        foreach (var scan in list.Tags.Where(tag => tag.Access != TagAccess.Write).GroupBy(tag => tag.Scan))
        {
            var entry = new JsonObject
            {
                ["EndpointUrl"] = list.Server.ClientUrls[0],
                ["UseSecurity"] = list.Server.Security.Any(policy => policy != "None"),
                ["DataSetWriterGroup"] = list.Map.Plcs[scan.Key.Plc].Name,
                ["DataSetWriterId"] = $"{list.Map.Plcs[scan.Key.Plc].Name}/{scan.Key.Name}",
                ["DataSetPublishingInterval"] = Interval(scan.Key),
            };
            // The last brace is written after the nodes.
            yield return $"{before}{entry.ToJsonString(TagListJson.Readable)[..^1]},\"OpcNodes\":[";
            var separator = "\n  ";
            foreach (var tag in scan)
            {
                var node = new JsonObject
                {
                    ["Id"] = $"nsu={Escaped(list.Server.TagNamespace)};s={tag.Identifier}",
                    ["DisplayName"] = $"{tag.Plc}/{tag.Name}",
                    ["OpcSamplingInterval"] = Interval(scan.Key),
                };
                yield return separator + node.ToJsonString(TagListJson.Readable);
                separator = ",\n  ";
            }
            yield return "\n]}";
            before = ",\n";
        }
        yield return "\n]\n";
    }

    private static int Interval(ScanGroup scan) => (int)Math.Max(1, Math.Min(int.MaxValue, scan.Interval.TotalMilliseconds));

    // OPC 10000-6, 5.3.1.11: inside the URI of an ExpandedNodeId % and ; are escaped.
    private static string Escaped(string uri) => uri.Replace("%", "%25").Replace(";", "%3B");
}
