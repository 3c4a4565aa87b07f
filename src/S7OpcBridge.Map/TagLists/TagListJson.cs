using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace S7OpcBridge.Map.TagLists;

/// <summary>The list as JSON: the server, and an array of tags; what is not set is left out.</summary>
internal static class TagListJson
{
    public static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static IEnumerable<string> Write(TagList list)
    {
        var server = list.Server;
        yield return $"{{\"server\":{Text(server.Name)},\"applicationUri\":{Text(server.ApplicationUri)},\"namespaceUri\":{Text(server.TagNamespace)},"
            + $"\"endpointUrls\":[{string.Join(',', list.Server.ClientUrls.Select(Text))}],\"tags\":[";
        var separator = "\n";
        foreach (var tag in list.Tags)
        {
            yield return separator + ObjectOf(tag).ToJsonString(Readable);
            separator = ",\n";
        }
        yield return "\n]}\n";
    }

    private static JsonObject ObjectOf(ListedTag tag)
    {
        var json = new JsonObject
        {
            ["nodeId"] = tag.NodeId,
            ["plc"] = tag.Plc,
            ["name"] = tag.Name,
        };
        // A type that only the CPU knows is null, not missing: a program that reads the list has to notice.
        json["dataType"] = tag.DataType.Length > 0 ? tag.DataType : null;
        if (tag.ArrayLength is { } length)
            json["arrayLength"] = length;
        if (tag.S7Type.Length > 0)
            json["s7Type"] = tag.S7Type;
        json["access"] = tag.AccessText;
        json["address"] = tag.Address;
        json["scan"] = tag.Scan.Name;
        json["scanMs"] = tag.Scan.Interval.TotalMilliseconds;
        if (tag.Unit.Length > 0)
            json["unit"] = tag.Unit;
        if (tag.Range is { } range)
            json["range"] = new JsonArray(range.Low, range.High);
        if (tag.Description.Length > 0)
            json["description"] = tag.Description;
        return json;
    }

    private static string Text(string text) => JsonValue.Create(text).ToJsonString(Readable);
}
