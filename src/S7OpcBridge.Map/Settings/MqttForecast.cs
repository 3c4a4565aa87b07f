using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>What an entry of <c>mqtt</c> will publish, told from the map alone.</summary>
/// <param name="Tags">Published tags.</param>
/// <param name="Topics">Topics of their data.</param>
/// <param name="MessagesPerSecond">Most messages with data per second: where every tag changes with every scan.</param>
public sealed record MqttForecast(int Tags, int Topics, double MessagesPerSecond)
{
    /// <summary>Looks at every tag once.</summary>
    public static MqttForecast For(MqttSettings mqtt, TagMap map)
    {
        var shortest = new Dictionary<string, TimeSpan>();
        var tags = 0;
        foreach (var tag in map.Listed)
        {
            if (mqtt.PlaceOf(map, tag) is not { } place)
                continue;
            tags++;
            var scan = map.ScanGroups[tag.ScanGroup].Interval;
            var interval = place.Rate.Interval > scan ? place.Rate.Interval : scan;
            if (!shortest.TryGetValue(place.Topic, out var known) || interval < known)
                shortest[place.Topic] = interval;
        }
        return new MqttForecast(tags, shortest.Count, shortest.Values.Sum(static interval => 1 / interval.TotalSeconds));
    }
}
