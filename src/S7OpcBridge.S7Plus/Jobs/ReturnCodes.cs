namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>Explains return codes of the CPU. Source: s7commwireshark (table of return codes); −17 and −4 observed on real CPUs.</summary>
internal static class ReturnCodes
{
    /// <summary>A sentence: the meaning of the code and, where known, what to do.</summary>
    public static string Describe(S7PlusReturnValue value) => $"{Words(value.Code)} (code {value.Code}, 0x{value.Raw:X16}).";

    private static string Words(short code) =>
        code switch
        {
            0 => "done",
            19 => "some items failed",
            37 => "the CPU is out of resources for the moment",
            -4 => "the CPU has no memory for the request; fewer items per request may help",
            -12 => "the object does not exist",
            -17 => "the symbol is no longer what it was; browse again",
            -41 or -50 => "the value is read-only",
            -100 => "access denied: the protection level does not allow it",
            -104 => "the address does not exist",
            -106 => "the session does not exist any more",
            -107 => "not allowed",
            -111 => "the CPU gave up in time",
            -112 => "too many requests at once",
            -113 => "the CPU has no session free; close other connections (panels, TIA Portal)",
            -120 => "the CPU does not understand the request",
            -255 => "the local id does not exist; browse again",
            -256 => "the type has changed; browse again",
            -257 => "the value cannot be converted to the type in the CPU",
            -271 => "the variable has been removed",
            -501 => "a system limit is reached",
            -505 or -507 => "the TLS connection is not accepted",
            _ => "the CPU gives a code without known meaning",
        };
}
