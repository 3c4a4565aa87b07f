namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Maps of a bridge that publishes one soft PLC.</summary>
internal static class MqttPlant
{
    /// <summary>Tags of most types, some of which move.</summary>
    public const string Tags = """
              - { name: Motor/Count,   address: DB1.DBD0,  type: DInt, simulate: { kind: counter, period: 100ms } }
              - { name: Motor/Speed,   address: DB1.DBD4,  type: Real, unit: rpm, range: [0, 3000] }
              - { name: Motor/Running, address: DB1.DBX8.0 }
              - { name: Motor/Total,   address: DB1.DBB10, type: LInt }
              - { name: Recipe/Name,   address: DB2.DBB0,  type: "String[20]", access: readwrite }
              - { name: Recipe/Number, address: DB2.DBW40, type: Int, access: readwrite, limits: [0, 100] }
              - { name: Recipe/Steps,  address: DB2.DBW42, type: "Array[0..3] of Int" }
        """;

    /// <summary>A map with one soft PLC inside of the bridge.</summary>
    /// <param name="mqtt">The entries of <c>mqtt</c>, in flow style.</param>
    public static string Map(string mqtt, string tags = Tags) =>
        $$"""
            server: { name: edge01, endpoint: "{endpoint}", security: [None], anonymous: write }
            mqtt: [ {{mqtt}} ]
            plcs:
              - name: Line1
                simulate: true
                scan: { normal: 100ms }
                tags:
            {{tags}}

            """;
}
