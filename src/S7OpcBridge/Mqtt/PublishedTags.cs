using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Mqtt;

/// <summary>The tags that an entry of <c>mqtt</c> publishes, with what subscribers are told of them.</summary>
internal static class PublishedTags
{
    // Space of the names from which ids of fields are made (RFC 9562, 5.5); a random number of this program.
    private static readonly Guid Space = new("5b3bd0a4-1d0e-4c6f-9a53-0f3f5f7e3c11");

    // A character of a code page, or half a surrogate pair, takes three bytes in UTF-8 at most.
    private const int Utf8Bytes = 3;

    /// <summary>Returns them in the order of the map. A symbol whose type the CPU has not reported yet is left out until it has.</summary>
    /// <param name="settings">The entry.</param>
    /// <param name="map">The running tags.</param>
    /// <param name="tagNamespace">URI of the tags' namespace.</param>
    public static List<PublishedTag> From(MqttSettings settings, TagMap map, string tagNamespace)
    {
        var tags = new List<PublishedTag>();
        foreach (var tag in map.Listed)
        {
            var (place, command) = (settings.PlaceOf(map, tag), settings.CommandTopicOf(map, tag));
            if (place is null && command is null)
                continue;
            var told = TagMetadata.From(map, tag, tagNamespace);
            if (told.Type != BuiltInType.Null)
                tags.Add(From(tag, place, command, told, tagNamespace, settings));
        }
        return tags;
    }

    /// <summary>A number that stays the same for a name: a UUID of version 5.</summary>
    public static Guid IdOf(string name)
    {
        var text = Encoding.UTF8.GetBytes(name);
        var hashed = new byte[16 + text.Length];
        Space.TryWriteBytes(hashed, bigEndian: true, out _);
        text.CopyTo(hashed, 16);
        var hash = SHA1.HashData(hashed).AsSpan(0, 16);
        hash[6] = (byte)(hash[6] & 0x0F | 0x50);
        hash[8] = (byte)(hash[8] & 0x3F | 0x80);
        return new Guid(hash, bigEndian: true);
    }

    private static PublishedTag From(
        Tag tag,
        MqttPlace? place,
        string? command,
        TagMetadata told,
        string tagNamespace,
        MqttSettings settings
    ) =>
        new()
        {
            Tag = tag.Id,
            Plc = tag.Plc,
            Topic = place?.Topic ?? "",
            WriterGroup = place?.WriterGroup ?? "",
            Writer = place?.Writer ?? "",
            Field = place?.Field ?? tag.Name,
            Rate = RateOf(place?.Rate ?? settings.Publish),
            Id = IdOf($"{tagNamespace}|{told.NodeId}"),
            Type = told.Type,
            DataType = told.DataType == (uint)told.Type ? null : new NodeId(0, told.DataType),
            IsArray = tag.IsArray,
            ArrayLength = (uint)tag.ArrayLength,
            MaxStringLength = told.Type == BuiltInType.String ? (uint)(Math.Max(1, tag.Type.Capacity) * Utf8Bytes) : 0,
            Description = tag.Details?.Description,
            Unit = told.Unit is { } unit ? new PublishedUnit(unit.NamespaceUri, unit.UnitId, unit.Symbol, unit.Description) : null,
            Range = tag.Details?.Range is { } range ? (range.Low, range.High) : null,
            Limits = tag.Details?.Limits is { } limits ? (limits.Low, limits.High) : null,
            States = StatesOf(tag),
            CommandTopic = command,
        };

    private static PublishRate RateOf(MqttRate rate) => new(rate.Interval, rate.OnChange, rate.KeyFrame);

    private static (long Value, string Name)[] StatesOf(Tag tag)
    {
        if (tag.Details?.States is not { } states)
            return [];
        var all = new (long Value, string Name)[states.All.Length];
        for (var i = 0; i < all.Length; i++)
            all[i] = (states.All[i].Value, states.All[i].Text);
        return all;
    }
}
