namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A map whose only PLC is a soft one inside the bridge, with a counter in Line1/Count; more tags may be appended to it, a line each.</summary>
internal static class SoftPlant
{
    /// <param name="period">How often the counter counts, as the map says it.</param>
    /// <param name="scan">Scan classes beside 'fast', as the map says them, with a comma before.</param>
    /// <param name="fast">Interval of the counter's class.</param>
    public static string Map(string period, string fast, string scan = "") =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: read }
            plcs:
              - name: Line1
                simulate: true
                scan: { fast: {{fast}}{{scan}} }
                tags:
                  - { name: Count, address: DB1.DBD0, type: DInt, scan: fast, simulate: { kind: counter, period: {{period}} } }

            """;
}
