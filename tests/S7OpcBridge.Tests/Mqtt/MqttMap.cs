using S7OpcBridge.Map;

namespace S7OpcBridge.Tests.Mqtt;

/// <summary>A small map with an entry of <c>mqtt</c>.</summary>
internal static class MqttMap
{
    /// <summary>Loads it; a finding fails the test.</summary>
    /// <param name="entry">The entry's keys after its broker.</param>
    public static BridgeMap Load(string entry = "")
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-mqtt-").FullName;
        try
        {
            var path = Path.Combine(folder, "map.yaml");
            File.WriteAllText(
                path,
                $$"""
                server: { name: edge01, endpoint: "opc.tcp://127.0.0.1:4840", anonymous: read, security: [None], allowInsecure: true }
                mqtt:
                  - { broker: "mqtts://127.0.0.1:8883"{{entry}} }
                plcs:
                  - name: Line1
                    simulate: true
                    scan: { normal: 1s, rare: { interval: 10s, demand: true } }
                    tags:
                      - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: rpm, range: [0, 3000] }
                      - { name: Motor/State, address: DB10.DBW20, type: Int, states: { 0: Off, 1: On } }
                      - { name: Motor/Hours, address: DB10.DBD24, type: Time, scan: rare }
                      - { name: Recipe/Number, address: DB10.DBW30, type: Int, access: readwrite, limits: [0, 100] }
                      - { name: Recipe/Name, address: DB10.DBB40, type: "String[20]" }
                """
            );
            var findings = new FindingList();
            var map = MapLoader.Load(path, findings);
            Assert.That(map, Is.Not.Null, string.Join('\n', findings.Sorted));
            return map!;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
