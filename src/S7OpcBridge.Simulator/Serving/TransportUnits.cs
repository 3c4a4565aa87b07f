using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The bytes per element of each request transport, and the data transport of the answer.</summary>
internal static class TransportUnits
{
    private const RequestTransport Date = (RequestTransport)0x09;
    private const RequestTransport TimeOfDay = (RequestTransport)0x0A;
    private const RequestTransport Time = (RequestTransport)0x0B;
    private const RequestTransport S5Time = (RequestTransport)0x0C;
    private const RequestTransport DateAndTime = (RequestTransport)0x0F;
    private const RequestTransport WideChar = (RequestTransport)0x13;

    /// <summary>True for transports that only S7-300, S7-400 and compatible CPUs support.</summary>
    public static bool IsClassic(RequestTransport transport) => transport is S5Time or DateAndTime;

    /// <summary>False: no CPU supports the transport.</summary>
    public static bool TryFind(RequestTransport transport, out int bytes, out DataTransport answer)
    {
        (bytes, answer) = transport switch
        {
            RequestTransport.Bit => (1, DataTransport.Bit),
            RequestTransport.Byte => (1, DataTransport.Byte),
            RequestTransport.Char => (1, DataTransport.Octets),
            RequestTransport.Word => (2, DataTransport.Byte),
            RequestTransport.Int => (2, DataTransport.Int),
            RequestTransport.DWord => (4, DataTransport.Byte),
            RequestTransport.DInt => (4, DataTransport.DInt),
            RequestTransport.Real => (4, DataTransport.Real),
            RequestTransport.Counter or RequestTransport.Timer or Date or S5Time or WideChar => (2, DataTransport.Octets),
            TimeOfDay or Time => (4, DataTransport.Octets),
            DateAndTime => (8, DataTransport.Octets),
            _ => (0, DataTransport.None),
        };
        return bytes > 0;
    }
}
