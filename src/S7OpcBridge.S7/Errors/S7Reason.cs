namespace S7OpcBridge.S7;

/// <summary>Explains error codes of the S7 protocol, each with what to do.</summary>
public static class S7Reason
{
    /// <summary>The option for PUT/GET of an S7-1200 or 1500, as TIA Portal calls it, and the page on which it is.</summary>
    internal const string PutGetOption = "'Permit access with PUT/GET communication from remote " + "partner'",
        PutGetPage = "Protection & Security > Connection mechanisms";

    /// <summary>Where an S7-1200 or 1500 has the switch for PUT/GET.</summary>
    public const string PutGetRemedy =
        $"in TIA Portal tick {PutGetOption} under CPU properties > {PutGetPage}, and download the hardware configuration";

    /// <summary>
    /// The error class and code with which a service beside reading and writing is refused: system information, block information, clock, password.
    /// </summary>
    public static string ForService(ushort code) =>
        code == 0x8104 ? "8104, the CPU does not offer this service. Nothing to do: reads and writes work without it." : ForRefusal(code);

    /// <summary>The error class and code with which a CPU refuses to send its messages, to list its alarms, or to take an acknowledgement.</summary>
    public static string ForMessages(ushort code) =>
        code == 0x8104
            ? "8104, this CPU sends no alarms and messages by classic S7, as S7-1200 and S7-1500 never do. With these take protocol: s7plus."
            : ForService(code);

    /// <summary>Explains the error class and code in the header of a refused read or write job (ROSCTR 02 or 03).</summary>
    public static string ForRefusal(ushort code) =>
        code switch
        {
            0x8104 =>
                "8104, the service is not available. PUT/GET access is switched off or the protection level forbids it; with an S7-1200/1500 "
                    + $"{PutGetRemedy}.",
            0x8302 => "8302, too few resources in the PLC. Use smaller jobs, or close other connections.",
            0x8304 => "8304, resource bottleneck in the PLC. Use smaller jobs, or close other connections.",
            0x8305 => "8305, the function is not available in this CPU. Check the PLC's profile.",
            0x8404 => "8404, the PLC cannot perform the function now. It may be in an operating state that forbids it; try again later.",
            0x8500 => "8500, wrong frame size: request or answer would not fit the PDU. Ask for fewer items in one job.",
            0x8701 => "8701, addressing error: an area is shorter than asked for. Check addresses and lengths.",
            0x8702 => "8702, the CPU does not support the service. Check the PLC's profile.",
            0x8703 => "8703, access to the object refused. Check the protection level of CPU and block.",
            0xD209 => "D209, the block does not exist. Check its number, and that it was downloaded.",
            0xD241 =>
                "D241, not permitted at the current protection level. Give the session password (300/400), or lower the CPU's protection level.",
            0xD401 => "D401, the CPU does not have this system information. Nothing to do: it is optional.",
            0xD402 => "D402, the CPU does not know this system information list. Nothing to do: it is optional.",
            0xD406 => "D406, the system information is not available now. Try again later.",
            0xD602 => "D602, wrong password. Check the session password.",
            0xD604 => "D604, the connection is unlocked already. Nothing to do.",
            0xD605 => "D605, the CPU has no password. Remove the session password.",
            0xD801 => "D801, invalid tag address. Check the addresses of the job.",
            0xD802 or 0xD803 => $"{code:X4}, the PLC does not accept this cyclic or item request. Check addresses and types of the job.",
            0xD804 => "D804, illegal cycle time. Use one that the CPU offers.",
            0xD805 => "D805, the CPU runs no further cyclic jobs. Close others.",
            0xD806 => "D806, the CPU cannot take the job in its state. Try again later.",
            0xD807 => "D807, the PLC is overloaded. Poll less often.",
            0xDC01 => "DC01, invalid date or time. Check the clock value.",
            0xEF01 => "EF01, the job carries an id that the CPU does not know. Check the PLC's profile.",
            _ => ForClass(code),
        };

    /// <summary>Explains the status of one item, with the usual cause.</summary>
    public static string ForItem(S7ItemStatus status) =>
        status switch
        {
            S7ItemStatus.Ok => "read or written",
            S7ItemStatus.None =>
                "no answer to this item; the PLC answers fewer items in one job than were asked for, or has not answered yet",
            S7ItemStatus.HardwareFault => "hardware fault (01): a module or the CPU is faulty or missing; check its diagnostic buffer",
            S7ItemStatus.AccessDenied =>
                $"access denied (03): the protection level or missing PUT/GET rights forbid it; with an S7-1200/1500 {PutGetRemedy}",
            S7ItemStatus.OutOfRange =>
                "address out of range (05): the block is shorter than the address, or it is an optimised block; compare with the Offset "
                    + "column in TIA Portal, and switch \"Optimized block access\" off",
            S7ItemStatus.TypeNotSupported => "type not supported (06): the CPU does not know this kind of access; check the address",
            S7ItemStatus.TypeMismatch => "type and size do not fit (07): check the address and its type",
            S7ItemStatus.ObjectMissing =>
                "object does not exist (0A): the block is missing, was deleted, or is optimised; check its number, download it, and "
                    + "switch \"Optimized block access\" off",
            _ => $"undocumented return code {(byte)status:X2}; check the address",
        };

    private static string ForClass(ushort code) =>
        (code >> 8) switch
        {
            0x81 => $"{code:X4}, an error of the application relation. Check the PLC's protection and profile.",
            0x82 => $"{code:X4}, an error of the object definition. Check the addresses of the job.",
            0x83 => $"{code:X4}, no resources in the PLC. Use smaller jobs.",
            0x84 => $"{code:X4}, an error while the PLC served the job. Try again later.",
            0x85 => $"{code:X4}, an error of the frame. Ask for fewer items in one job.",
            0x87 => $"{code:X4}, access refused. Check addresses and the protection level.",
            0xD2 => $"{code:X4}, the block service failed. Check the block's number.",
            0xD4 => $"{code:X4}, system information not available. Nothing to do: it is optional.",
            0xD6 => $"{code:X4}, the password was not accepted. Check the session password.",
            0xD8 => $"{code:X4}, the PLC does not accept the job. Check its addresses.",
            _ => $"{code:X4}, an undocumented error. Check addresses, protection level and the PLC's profile.",
        };
}
