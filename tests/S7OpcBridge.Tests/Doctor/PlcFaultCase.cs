using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary>One cause, as the simulator plays it.</summary>
/// <param name="Cause">What the doctor must find.</param>
/// <param name="Stage">Where it must stop; for a warning, where it shows.</param>
/// <param name="Says">A piece of the sentence.</param>
/// <param name="Behavior">The family.</param>
/// <param name="Keys">Keys of the PLC in the map.</param>
/// <param name="Tags">Its tags.</param>
/// <param name="Break">What goes wrong; null: the map alone.</param>
internal sealed record PlcFaultCase(
    S7Cause Cause,
    S7Stage Stage,
    string Says,
    CpuBehavior Behavior,
    string Keys,
    string Tags,
    Action<SoftPlc>? Break = null
)
{
    private const string InDb1 = "{ name: A, address: DB1.DBW0, type: Int }",
        InDb1AndDb2 = InDb1 + ", { name: B, address: DB2.DBW4, type: Int }";
    private const string On1500 = "profile: s7-1500",
        On1200 = "profile: s7-1200",
        On300 = "profile: s7-300";

    public static readonly PlcFaultCase[] All =
    [
        new(
            S7Cause.NotS7,
            S7Stage.Cotp,
            "does not speak S7",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1,
            plc => plc.Faults.Arm(Fault.Garbage(), FaultPoint.Connect)
        ),
        new(S7Cause.WrongTsap, S7Stage.Cotp, "an S7-300 is not at 03.01 (rack 0, slot 1)", CpuBehaviors.S7_300, On300 + ", slot: 1", InDb1),
        new(
            S7Cause.TurnedAway,
            S7Stage.Cotp,
            "wrong rack and slot or TSAP, or no free connection",
            CpuBehaviors.S7_400,
            "profile: s7-400, slot: 7",
            InDb1
        ),
        new(
            S7Cause.ConnectUnanswered,
            S7Stage.Cotp,
            "does not answer the connect request",
            CpuBehaviors.Logo,
            "profile: logo, remoteTsap: 09.09, timeout: 300ms",
            "{ name: A, address: VW0, type: Int }"
        ),
        new(
            S7Cause.NoFreeConnection,
            S7Stage.Cotp,
            "03.01 (rack 0, slot 1) is right for an S7-1500",
            CpuBehaviors.S7_1500 with
            {
                MaxConnections = 0,
            },
            On1500,
            InDb1
        ),
        new(
            S7Cause.NoFreeConnection,
            S7Stage.Setup,
            "closes the connection at the S7 setup",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1,
            plc => plc.Faults.Arm(Fault.Close(), FaultPoint.Setup)
        ),
        new(
            S7Cause.SetupFailed,
            S7Stage.Setup,
            "The S7 setup fails",
            CpuBehaviors.S7_1500,
            On1500 + ", timeout: 300ms",
            InDb1,
            plc => plc.Faults.Arm(Fault.Drop(), FaultPoint.Setup)
        ),
        new(
            S7Cause.LinkLost,
            S7Stage.Identity,
            "closed the connection",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1,
            plc => plc.Faults.Arm(Fault.Close(), FaultPoint.Userdata)
        ),
        new(
            S7Cause.LinkLost,
            S7Stage.Blocks,
            "lost during the diagnosis. Broken",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1,
            plc => plc.Faults.Arm(Fault.Garbage(), FaultPoint.Read, skip: 1)
        ),
        new(
            S7Cause.PasswordRefused,
            S7Stage.Identity,
            "D602",
            CpuBehaviors.S7_300,
            On300 + ", passwordFile: wrong.password",
            InDb1,
            plc => plc.Cpu.Password = "secret"
        ),
        new(S7Cause.PasswordRefused, S7Stage.Identity, "D605", CpuBehaviors.S7_300, On300 + ", passwordFile: right.password", InDb1),
        new(S7Cause.OtherFamily, S7Stage.Identity, "6ES7 215-1AG40-0XB0 is an S7-1200", CpuBehaviors.S7_1200, On1500, InDb1),
        new(S7Cause.CpuStopped, S7Stage.Identity, "in STOP", CpuBehaviors.S7_1500, On1500, InDb1, plc => plc.Cpu.IsRunning = false),
        new(S7Cause.PutGetOff, S7Stage.Identity, "PUT/GET is off", CpuBehaviors.S7_1500, On1500, InDb1, plc => plc.Cpu.PutGet = false),
        new(
            S7Cause.AccessLevel,
            S7Stage.Identity,
            "access level",
            CpuBehaviors.S7_300,
            On300,
            InDb1,
            plc => plc.Cpu.Protection = PlcProtection.ReadWrite
        ),
        new(
            S7Cause.BlockMissing,
            S7Stage.Blocks,
            "DB9 does not exist",
            CpuBehaviors.S7_300,
            On300,
            InDb1 + ", { name: B, address: DB9.DBW0, type: Int }"
        ),
        new(
            S7Cause.BlockMissing,
            S7Stage.Blocks,
            "DB8 does not exist",
            CpuBehaviors.S7_1200,
            On1200,
            InDb1 + ", { name: B, address: DB8.DBW0, type: Int }"
        ),
        new(
            S7Cause.BlockOptimised,
            S7Stage.Blocks,
            "DB2 exists, but has optimised access",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1AndDb2,
            plc => plc.Memory.Protect(2, BlockAccess.Optimised)
        ),
        new(
            S7Cause.BlockMissingOrOptimised,
            S7Stage.Blocks,
            "does not report which",
            CpuBehaviors.S7_1200 with
            {
                HasBlockInfo = false,
            },
            On1200,
            InDb1AndDb2,
            plc => plc.Memory.Protect(2, BlockAccess.Optimised)
        ),
        new(
            S7Cause.BlockTooShort,
            S7Stage.Blocks,
            "DB2 is too short: it has 20 bytes, the map reads up to byte 23",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1 + ", { name: B, address: DB2.DBD20, type: Real }"
        ),
        new(
            S7Cause.AreaTooShort,
            S7Stage.Tags,
            "markers end before it",
            CpuBehaviors.S7_300,
            On300,
            "{ name: A, address: MW20000, type: Int }"
        ),
        new(
            S7Cause.ItemRefused,
            S7Stage.Blocks,
            "refuses byte",
            CpuBehaviors.S7_1500,
            On1500,
            InDb1AndDb2,
            plc => plc.Memory.Protect(2, BlockAccess.Denied)
        ),
        new(
            S7Cause.TypeNotOnFamily,
            S7Stage.Tags,
            "S5 timers",
            CpuBehaviors.S7_1200,
            "profile: generic",
            InDb1 + ", { name: T, address: T5 }"
        ),
        new(
            S7Cause.HardwareFault,
            S7Stage.Tags,
            "hardware fault",
            CpuBehaviors.S7_300,
            On300,
            "{ name: A, address: PIW256, type: Int }",
            plc => plc.Faults.Arm(Fault.FailItem(0, S7ItemStatus.HardwareFault), FaultPoint.Read, skip: 1)
        ),
        new(
            S7Cause.NoValue,
            S7Stage.Tags,
            "0000000000000000 are not a valid Date_And_Time",
            CpuBehaviors.S7_300,
            On300,
            "{ name: A, address: DB1.DBB0, type: DT }"
        ),
        new(
            S7Cause.TextLength,
            S7Stage.Tags,
            "The map says String[60], the block has String[40].",
            CpuBehaviors.S7_300,
            On300,
            "{ name: A, address: DB1.DBB0, type: \"String[60]\" }",
            plc => plc.Memory.Put(1, 0, [40, 2, (byte)'o', (byte)'k'])
        ),
        new(
            S7Cause.TextLength,
            S7Stage.Tags,
            "name a maximum length of 0, which no WString has",
            CpuBehaviors.S7_1500,
            On1500,
            "{ name: A, address: DB1.DBB0, type: \"WString[20]\" }"
        ),
    ];

    public override string ToString() => $"{Cause} at {Stage}: {Says}";
}
