using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A program of samples/, and the PLC that it reads.</summary>
internal static class Sample
{
    /// <summary>How long a program may take to end on a busy machine.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <summary>Starts a sample as it was built with the tests.</summary>
    public static ChildProgram Start(string name, params string[] arguments) => StartIn(AppContext.BaseDirectory, name, arguments);

    /// <summary>Starts a sample that was built into a folder.</summary>
    public static ChildProgram StartIn(string folder, string name, params string[] arguments) =>
        ChildProgram.Start("dotnet", folder, [Path.Combine(folder, $"{name}.dll"), .. arguments]);

    /// <summary>A PLC with what samples/ReadTags reads, but for the text, whose block it lacks.</summary>
    public static SoftPlc StartPlc()
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500 }, TimeProvider.System);
        plc.Memory.AddBlock(10, 100);
        using (var memory = plc.Memory.Hold())
        {
            memory.Block(10)[0] = 1;
            // 1500.0 as a Real.
            byte[] speed = [0x44, 0xBB, 0x80, 0x00];
            speed.CopyTo(memory.Block(10)[4..]);
        }
        plc.Start();
        return plc;
    }

    /// <summary>What samples/ReadTags prints of that PLC.</summary>
    public static readonly string[] Printed =
    [
        "DB10.DBD4 Real = 1500",
        "DB10.DBX0.0 = true",
        "DB20.DBB0 String[20]: ObjectMissing",
        "MW20 Int = 0",
    ];
}
