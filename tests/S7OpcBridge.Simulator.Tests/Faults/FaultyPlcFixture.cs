using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>A soft PLC with a block of 100 bytes, each its own number.</summary>
internal abstract class FaultyPlcFixture
{
    protected const string Honest = "32 03 00 00 00 01 00 02 00 07 00 00 04 01 FF 04 00 18 03 04 05";

    protected static readonly string Request = Read(1, DbBytes(1, 3, 3));

    protected SoftPlc Plc { get; private set; } = null!;

    [SetUp]
    public void StartPlc()
    {
        Plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        Plc.Memory.AddBlock(1, 100);
        using (var memory = Plc.Memory.Hold())
        {
            for (var i = 0; i < 100; i++)
                memory.Block(1)[i] = (byte)i;
        }

        Plc.Start();
    }

    [TearDown]
    public async Task StopPlc() => await Plc.DisposeAsync();
}
