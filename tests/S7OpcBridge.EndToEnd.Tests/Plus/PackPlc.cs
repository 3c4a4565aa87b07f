using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A soft PLC outside the bridge's process that is asked by symbol.</summary>
internal static class PackPlc
{
    public static readonly SoftBlock Pack = new(
        "DB_Pack",
        10,
        [
            new("State.Running", "Bool"),
            new("State.Speed", "Real"),
            new("Count", "DInt"),
            new("Name", "String[20]"),
            new("Temps", "Array[0..9] of Int"),
            new("Bits", "Array[1..12] of Bool"),
            new("Motors[1..3].Speed", "Real"),
            new("Motors[1..3].On", "Bool"),
            new("Made", "DTL"),
            new("Wide", "WString[10]"),
            new("Fixed", "Int") { IsWritable = false },
            new("Secret", "Int") { IsAccessible = false },
        ]
    );

    public static readonly SoftBlock Recipes = new(
        "DB_Recipes",
        11,
        [new("Active", "Int"), new("Names", "Array[1..2] of String[8]"), new("Mix.Water", "Real"), new("Mix.Sugar", "Real")]
    );

    public static readonly SoftBlock Raw = new("DB_Raw", 12, [new("A", "Int"), new("B", "Real")]) { IsOptimised = false };

    public static SoftPlc Start(Func<SoftPlusOptions, SoftPlusOptions>? change = null, int port = 0)
    {
        var plus = new SoftPlusOptions { Blocks = [Pack, Recipes, Raw] };
        var plc = new SoftPlc(
            new SoftPlcOptions
            {
                Behavior = CpuBehaviors.S7_1500,
                Plus = change?.Invoke(plus) ?? plus,
                Port = port,
            },
            TimeProvider.System
        );
        plc.Start();
        return plc;
    }

    /// <summary>A map with this PLC, named Packer, with these tags and settings, a line each.</summary>
    public static string Map(int port, string tags, string settings = "", string others = "") =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: write }
            plcs:
              - name: Packer
                host: 127.0.0.1
                port: {{port}}
                profile: s7-1500
                protocol: s7plus
                timezone: UTC
                reconnect: { first: 100ms, max: 500ms }
                scan: { normal: 100ms }
                {{settings}}
                tags:
            {{string.Join('\n', tags.Split('\n').Select(line => "      " + line))}}
            {{others}}
            """;
}
