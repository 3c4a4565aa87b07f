using System.Text.Json.Nodes;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map.TagLists;

/// <summary>
/// The list as a tag import of Ignition 8: a folder per PLC and level, an OPC tag per tag. Its connection to the bridge must have the server's name.
/// </summary>
/// <remarks>Source: Ignition 8.1 manual, Tag Properties and Tag Data Types.</remarks>
internal static class IgnitionTags
{
    public static IEnumerable<string> Write(TagList list)
    {
        var root = new Folder("");
        foreach (var tag in list.Tags.Where(tag => TypeOf(tag) is not null))
            root.Add([tag.Plc, .. tag.Name.Split('/')], tag);
        yield return "{\"tags\":[";
        foreach (var piece in root.Write(list.Server.Name))
            yield return piece;
        yield return "\n]}\n";
    }

    /// <summary>The data type in Ignition, which has no unsigned ones: the next larger signed type. Null: it has none.</summary>
    private static string? TypeOf(ListedTag tag)
    {
        var type = tag.Kind switch
        {
            TagValueKind.Boolean => "Boolean",
            TagValueKind.SByte => "Int1",
            TagValueKind.Byte or TagValueKind.Int16 => "Int2",
            TagValueKind.UInt16 or TagValueKind.Int32 => "Int4",
            TagValueKind.UInt32 or TagValueKind.Int64 or TagValueKind.UInt64 => "Int8",
            TagValueKind.Single => "Float4",
            TagValueKind.Double or TagValueKind.Duration => "Float8",
            TagValueKind.Text => "String",
            TagValueKind.DateTime => "DateTime",
            _ => null,
        };
        return type is not null && tag.ArrayLength is not null ? type + "Array" : type;
    }

    private static JsonObject ObjectOf(string name, ListedTag tag, string server)
    {
        var json = new JsonObject
        {
            ["name"] = name,
            ["tagType"] = "AtomicTag",
            ["valueSource"] = "opc",
            ["dataType"] = TypeOf(tag),
            ["opcServer"] = server,
            ["opcItemPath"] = tag.NodeId,
        };
        if (tag.Access == TagAccess.Read)
            json["readOnly"] = true;
        if (tag.Unit.Length > 0)
            json["engUnit"] = tag.Unit;
        if (tag.Range is { } range)
            (json["engLow"], json["engHigh"]) = (range.Low, range.High);
        if (tag.Description.Length > 0)
            json["documentation"] = tag.Description;
        return json;
    }

    private static bool IsAllowed(char c) => char.IsLetterOrDigit(c) || c is '_' or ' ' or '-' or '\'' or ':' or '(' or ')';

    private sealed class Folder(string name)
    {
        private readonly ImportedNames _names = new(IsAllowed);
        private readonly Dictionary<string, Folder> _folders = [];
        private readonly List<object> _members = [];

        public void Add(ReadOnlySpan<string> path, ListedTag tag)
        {
            if (path.Length == 1)
            {
                _members.Add((_names.Unique(_names.Clean(path[0])), tag));
                return;
            }
            if (!_folders.TryGetValue(path[0], out var folder))
            {
                _folders[path[0]] = folder = new Folder(_names.Unique(_names.Clean(path[0])));
                _members.Add(folder);
            }
            folder.Add(path[1..], tag);
        }

        public IEnumerable<string> Write(string server)
        {
            var separator = "\n";
            foreach (var member in _members)
            {
                yield return separator;
                separator = ",\n";
                if (member is (string leaf, ListedTag tag))
                {
                    yield return ObjectOf(leaf, tag, server).ToJsonString(TagListJson.Readable);
                    continue;
                }
                foreach (var piece in ((Folder)member).WriteWhole(server))
                    yield return piece;
            }
        }

        private IEnumerable<string> WriteWhole(string server)
        {
            yield return $"{{\"name\":{JsonValue.Create(name).ToJsonString(TagListJson.Readable)},\"tagType\":\"Folder\",\"tags\":[";
            foreach (var piece in Write(server))
                yield return piece;
            yield return "]}";
        }
    }
}
