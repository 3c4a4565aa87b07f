using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>Reads and checks IANA time zone names.</summary>
internal static class TimeZones
{
    public static TimeZoneInfo? Read(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a time zone such as Europe/Berlin or UTC") is not { } name)
            return null;
        if (name.Equals("UTC", StringComparison.OrdinalIgnoreCase))
            return TimeZoneInfo.Utc;
        if (TimeZoneInfo.TryFindSystemTimeZoneById(name, out var zone))
            return zone;
        var known = TimeZoneInfo.GetSystemTimeZones().Select(z => z.Id).ToList();
        yaml.Findings.Error(
            spot,
            $"this machine has no time zone '{name}'; "
                + (
                    NearestWord.Find(name, known) is { } near
                        ? $"did you mean '{near}'?"
                        : "write an IANA name such as Europe/Berlin, and check that the time zone data (tzdata) is installed"
                )
        );
        return null;
    }
}
