namespace S7OpcBridge.S7Plus.Diagnosis;

/// <summary>What to do in TIA Portal (V17 and newer), down to the menu.</summary>
internal static class PlusRemedies
{
    public const string HardwareDownload = "The hardware download takes the CPU to STOP.";

    public const string Address =
        "Check the address in the map, and that the PLC is on. PLCSIM opens no port by itself: PLCSIM Advanced does with 'PLCSIM "
        + "Virtual Ethernet Adapter'.";

    public const string Route = "Check address, cable, subnet mask and gateway of this machine, and the PLC's own gateway.";

    public const string Firewall = "Ping the address; open port 102 in firewalls on the way.";

    public const string OtherProtocol =
        "Check that address and port are those of an S7-1200 or S7-1500; for other PLCs remove 'protocol: s7plus'.";

    public const string Connections =
        "Close other clients of this CPU (panels, gateways, a forgotten bridge, an online TIA Portal), or wait a minute where "
        + "one has just crashed. "
        + "TIA Portal shows the use: go online, CPU > Online & diagnostics > Connection resources, row HMI communication.";

    public const string Secure =
        "S7CommPlus over TLS needs an S7-1500 from firmware 2.9 or an S7-1200 from 4.5, and a project of TIA Portal V17 or newer. In "
        + "TIA Portal select the CPU, Properties > General > "
        + "Protection & Security > Connection mechanisms, tick 'Only allow secure PG/PC and HMI communication', compile the hardware and download it. Older "
        + "CPUs: 'protocol: s7' with PUT/GET.";

    public const string Handshake =
        "Update the CPU's firmware (S7-1500 from 2.9, S7-1200 from 4.5: TLS 1.3), or check that no gateway or firewall on the way "
        + "changes the connection.";

    public const string Certificate =
        "Compare the thumbprint with that of the CPU: in TIA Portal select the CPU, Properties > General > Protection & "
        + "Security > Connection mechanisms, 'PLC communication certificate'. "
        + "If it is the CPU's, put it into the map ('certificate: THUMBPRINT'), or remove the one that is kept; if not, another machine answers at this "
        + "address.";

    public const string Session =
        "Check in TIA Portal that a project is loaded and that the CPU has finished starting; then send us a wire log (--wire-log).";

    public const string NeedPassword =
        "Write 'password: { file: … }' into the map, with a user where the CPU has users. Or let everybody read: in TIA Portal "
        + "select the CPU, Properties > General > Protection & Security > "
        + "Access level, 'HMI access'; from firmware 3.1 and TIA Portal V19 on Security settings > Users and roles, user Anonymous, right 'HMI access'.";

    public const string NeedPasswordCost =
        $"The password costs nothing. {HardwareDownload} Afterwards everybody who reaches port 102 reads and writes what "
        + "is accessible from HMI.";

    public const string WrongPassword =
        "Correct the file that 'password' names. CPUs up to firmware 3.0 have passwords of access levels and no users "
        + "(Properties > General > Protection & Security > Access level); "
        + "from firmware 3.1 and TIA Portal V19 on users with the right 'HMI access' (Security settings > Users and roles).";

    public const string Link = "Check cable and network, and that the CPU was not restarted or loaded meanwhile; then run doctor again.";

    public const string Access =
        "The user or access level of the password may not read the program's symbols: give it the right 'HMI access' (TIA Portal: "
        + "Security settings > Users and roles, or CPU > Properties > "
        + "General > Protection & Security > Access level).";

    public const string Visible =
        "In TIA Portal open the block (or the PLC data type), tick 'Accessible from HMI/OPC UA/Web API' for the variable and for "
        + "all that is above it, compile and download the block.";

    public const string Writable =
        "In TIA Portal open the block, tick 'Writable from HMI/OPC UA/Web API' for the variable, compile and download the block; "
        + "or remove 'access: readwrite' from the tag.";

    public const string BlockDownload =
        "TIA Portal says before the download whether the actual values of the block are reinitialised: take a snapshot of " + "them first.";

    public const string LoadMemory =
        "In TIA Portal right-click the block, Properties > General > Attributes, clear 'Only store in load memory', compile and "
        + "download it.";

    public const string Spelling =
        "Copy the symbol from TIA Portal: open the block, the name of the variable with everything above it, quotes included.";
}
