namespace S7OpcBridge.S7.Diagnosis;

/// <summary>
/// Remedies in the engineering software of a family, with menu paths and their consequences. TIA Portal paths are those of V14 to V20; V13 calls the page only
/// "Protection".
/// </summary>
internal static class Remedies
{
    private const string HardwareDownload = "The hardware download takes the CPU to STOP.";

    // What spares the PLC the change before it.
    private const string BySymbol =
        " Or change nothing in the PLC: 'protocol: s7plus' in the map reads optimised blocks by symbol, as a panel does. It needs an S7-1500 from firmware 2.9 "
        + "or an S7-1200 from 4.5, a project of TIA Portal V17 or newer, and for optimised blocks 'symbol' in place of 'address'.";

    public static S7Remedy PutGet(S7Profile family) =>
        Families.ToolOf(family) is EngineeringTool.TiaPortal or EngineeringTool.Any
            ? new(
                $"In TIA Portal (V14 to V20) select the CPU, Properties > General > {S7Reason.PutGetPage} (V13: Protection), tick {S7Reason.PutGetOption}, "
                    + "compile the hardware and download it. Where a CPU of V19 or newer manages its users locally, the user Anonymous needs access too."
                    + BySymbol,
                $"{HardwareDownload} From then on everybody who reaches port 102 reads and writes without a password: give the bridge an "
                    + "interface DB of its own, "
                    + "and let a firewall pass port 102 only from the bridge."
            )
            : Level(family);

    public static S7Remedy Level(S7Profile family) =>
        Families.ToolOf(family) switch
        {
            EngineeringTool.Step7 => new(
                "Name the CPU's password in the map with 'passwordFile', or in STEP 7 open HW Config, double-click the CPU, tab "
                    + "Protection, and choose level 1 (or 2 for reading only); save, compile and download.",
                $"The password costs nothing. {HardwareDownload} At level 1 everybody who reaches port 102 reads and writes: let a firewall "
                    + "pass it only from the "
                    + "bridge."
            ),
            EngineeringTool.LogoSoft => new(
                "In LOGO!Soft Comfort open Tools > Transfer > Access control settings (or the LOGO!'s web page) and permit S7 access "
                    + "for this connection."
            ),
            EngineeringTool.MicroWin => new(
                "In STEP 7-Micro/WIN open System Block > Password (SMART: Security) and choose a level that permits communication "
                    + "reads; download it.",
                "The download of the system block takes the CPU to STOP."
            ),
            _ => new(
                "In TIA Portal (V14 to V20) select the CPU, Properties > General > Protection & Security > Access level, and choose 'Full access', or 'Read "
                    + "access' for reading only; compile the hardware and download it."
                    + BySymbol,
                $"{HardwareDownload} The CPU then has less protection against everybody who reaches port 102, not only the bridge: let a firewall pass it only "
                    + "from the bridge."
            ),
        };

    public static S7Remedy Password(S7Profile family) =>
        new(
            "Correct the file that 'passwordFile' names, or remove 'passwordFile' where the CPU has no password "
                + (
                    Families.ToolOf(family) == EngineeringTool.Step7
                        ? "(STEP 7: HW Config, double-click the CPU, tab Protection)."
                        : "(see the CPU's protection settings)."
                )
        );

    public static S7Remedy Optimised(ushort db) =>
        new(
            $"In TIA Portal right-click DB{db}, Properties > General > Attributes, clear 'Optimized block access', compile and download it, and take the "
                + "offsets from its Offset column. Safer: copy what the bridge needs into a new interface DB without optimised access."
                + BySymbol,
            $"The next download reinitialises the actual values of DB{db}: take a snapshot of them first, and choose a moment when the machine may lose them."
        );

    public static S7Remedy Missing(ushort db, S7Profile family) =>
        Families.ToolOf(family) switch
        {
            EngineeringTool.Step7 => new(
                $"Correct the number in the map, or download DB{db} (SIMATIC Manager: open Blocks, select DB{db}, PLC > Download)."
            ),
            EngineeringTool.LogoSoft or EngineeringTool.MicroWin => new(
                "V memory is DB1 on this family: write VB, VW, VD or DB1 in the map."
            ),
            _ => new(
                $"Correct the number in the map, or download DB{db} (TIA Portal: Download to device > Software (only changes)). A block with the attribute "
                    + "'Only store in load memory' cannot be read either."
            ),
        };

    public static S7Remedy TooShort(ushort db, S7Profile family) =>
        new(
            Families.ToolOf(family) is EngineeringTool.LogoSoft or EngineeringTool.MicroWin
                ? "Correct the addresses in the map: V memory of this family ends before them."
                : "Correct the offsets in the map by the "
                    + $"{(Families.ToolOf(family) == EngineeringTool.Step7 ? "Address column in STEP 7" : "Offset column in TIA Portal")}, "
                    + $"or lengthen DB{db} in "
                    + "the project and download it.",
            Families.ToolOf(family) is EngineeringTool.LogoSoft or EngineeringTool.MicroWin
                ? ""
                : $"Downloading a longer DB{db} reinitialises its actual values; " + "correcting the map costs nothing."
        );

    public static S7Remedy Connections(S7Profile family) =>
        Families.ToolOf(family) switch
        {
            EngineeringTool.TiaPortal => new(
                "Close other clients of this CPU (panels, gateways, a forgotten bridge, an online TIA Portal), or wait a minute "
                    + "where one has just crashed. TIA Portal shows the use: go online, CPU > Online & diagnostics > Connection resources."
            ),
            EngineeringTool.Step7 => new(
                "Close other clients, or wait a minute where one has just crashed. STEP 7 shows the use: PLC > Diagnostic/Setting > "
                    + "Module Information > Communication; HW Config > CPU > Communication reserves connections for S7 basic communication.",
                $"Changing the reservation: {HardwareDownload[..1].ToLowerInvariant()}{HardwareDownload[1..]}"
            ),
            EngineeringTool.LogoSoft => new(
                "In LOGO!Soft Comfort open Tools > Ethernet Connections and add an S7 server connection for the bridge: a LOGO! "
                    + "serves each TSAP for one client at a time.",
                "The transfer stops the LOGO! program for a moment."
            ),
            _ => new("Close other clients of this PLC, or wait a minute where one has just crashed."),
        };

    public static S7Remedy Slot(S7Profile family) =>
        Families.ToolOf(family) switch
        {
            EngineeringTool.TiaPortal => new(
                "The CPU of an S7-1200 or 1500 is rack 0, slot 1: leave rack, slot and remoteTsap out of the map, or run doctor with "
                    + "--probe."
            ),
            EngineeringTool.Step7 => new(
                "HW Config shows rack and slot of the CPU: an S7-300 is always in slot 2, an S7-400 right behind its power supply (3, 4 "
                    + "or 5), a WinAC where it was put. Run doctor with --probe to find it."
            ),
            EngineeringTool.LogoSoft => new(
                "In LOGO!Soft Comfort open Tools > Ethernet Connections, the S7 server connection: its local TSAP is 'remoteTsap' in "
                    + "the map, its remote TSAP is 'localTsap'. Run doctor with --probe to find it."
            ),
            EngineeringTool.MicroWin => new(
                "The wizard of the Ethernet module (CP 243-1) shows the TSAPs: its local one is 'remoteTsap' in the map, its remote "
                    + "one 'localTsap'. Run doctor with --probe to find it."
            ),
            _ => new(
                "Write the family as 'profile', or rack and slot as the hardware configuration has them; run doctor with --probe to find them."
            ),
        };

    public static S7Remedy Port(int port, S7Profile family) =>
        new(
            "Check that the address is the PLC's and not another machine's, that the CPU has finished starting, and that it serves S7 on port "
                + $"{port}."
                + (
                    Families.ToolOf(family) is EngineeringTool.MicroWin or EngineeringTool.LogoSoft
                        ? ""
                        : " PLCSIM opens no port by itself: PLCSIM Advanced does with 'PLCSIM Virtual Ethernet Adapter', for the others start NetToPLCsim."
                )
        );
}
