using System.Buffers.Binary;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>An answer of classic S7 with what the PLC sent unasked after it.</summary>
internal sealed record ClassicAnswer(byte[] Pdu, Pushes Pushes);

/// <summary>
/// Classic S7 of a wire log: answers by the PDU of the request without its reference, those of single items by their specification, and the TSAPs that were
/// refused.
/// </summary>
internal sealed class ClassicRecording
{
    private const byte VariableSpecification = 0x12;
    private const byte AnySyntax = 0x10;

    // Of the parameters of a userdata request that goes on with an answer.
    private const int DataUnitAt = S7Header.JobLength + UserdataParameters.ShortLength;

    private ClassicRecording() { }

    public RecordedAnswers<ClassicAnswer> Answers { get; } = new();

    /// <summary>Data items by their specification.</summary>
    public RecordedAnswers<byte[]> Items { get; } = new();

    /// <summary>Called TSAPs whose last connect request was refused, in hexadecimal digits.</summary>
    public HashSet<string> RefusedTsaps { get; } = [];

    public static ClassicRecording From(IEnumerable<WireLogLine> lines, Action<string> findings)
    {
        var recording = new ClassicRecording();
        var (connection, asked, connecting) = (-1, new Dictionary<ushort, byte[]>(), "");
        Pushes? last = null;
        foreach (var line in lines)
        {
            try
            {
                if (line.Bytes.Length < 2)
                    continue;
                if (line.Bytes[0] != S7Header.ProtocolId)
                {
                    if (line.IsSent)
                    {
                        (connection, connecting, last) = (connection + 1, TsapOf(CotpConnect.Read(line.Bytes)), null);
                        asked.Clear();
                    }
                    else if (connecting.Length > 0)
                    {
                        if (Cotp.TypeOf(line.Bytes) == CotpType.ConnectConfirm)
                            recording.RefusedTsaps.Remove(connecting);
                        else
                            recording.RefusedTsaps.Add(connecting);
                        connecting = "";
                    }
                    continue;
                }

                var header = S7Header.Read(line.Bytes);
                if (line.IsSent)
                    asked[header.Reference] = line.Bytes;
                else if (header.Rosctr == Rosctr.Userdata && !UserdataParameters.IsAnswer(header.ParametersOf(line.Bytes)))
                    last?.Add(line.Time, line.Bytes);
                else if (asked.Remove(header.Reference, out var request))
                    recording.Add(request, Math.Max(0, connection), new ClassicAnswer(line.Bytes, last = new Pushes(line.Time)));
            }
            catch (Exception e) when (e is S7Exception or IsoProtocolException)
            {
                findings($"line {line.Number}: {e.Message.TrimEnd('.')}; it is left out.");
            }
        }

        return recording;
    }

    /// <summary>The TSAP that a connect request calls.</summary>
    public static string TsapOf(in CotpConnect request) => Convert.ToHexString(request.CalledTsap.Span);

    /// <summary>What makes a request equal to another: all but its reference, and the data unit, which not all clients repeat. All setups are equal.</summary>
    public static string KeyOf(ReadOnlySpan<byte> pdu)
    {
        if (pdu[1] == (byte)Rosctr.Job && pdu.Length > S7Header.JobLength && pdu[S7Header.JobLength] == (byte)S7Function.Setup)
            return "setup";
        var key = pdu.ToArray();
        key.AsSpan(S7Header.ReferenceOffset, 2).Clear();
        if (pdu[1] == (byte)Rosctr.Userdata && pdu.Length > DataUnitAt)
            key[DataUnitAt] = 0;
        return Convert.ToHexString(key);
    }

    /// <summary>A write without its values.</summary>
    public static string KeyWithoutData(in S7Header header, ReadOnlySpan<byte> pdu) => Convert.ToHexString(header.ParametersOf(pdu));

    /// <summary>What makes an item equal to another: its bytes, whatever the client calls their type.</summary>
    public static string KeyOfItem(ReadOnlySpan<byte> spec)
    {
        if (spec[0] != VariableSpecification || spec[2] != AnySyntax)
            return Convert.ToHexString(spec);
        var item = ItemSpec.Read(spec);
        return
            item.Transport is not (RequestTransport.Bit or RequestTransport.Timer or RequestTransport.Counter)
            && TransportUnits.TryFind(item.Transport, out var unit, out _)
            ? $"{item.Area} {item.Db} {item.Address} {item.Count * unit}"
            : Convert.ToHexString(spec);
    }

    /// <summary>An answer for a request with another reference.</summary>
    public static byte[] WithReference(byte[] pdu, ushort reference)
    {
        var copy = pdu.AsSpan().ToArray();
        BinaryPrimitives.WriteUInt16BigEndian(copy.AsSpan(S7Header.ReferenceOffset), reference);
        return copy;
    }

    private void Add(byte[] request, int connection, ClassicAnswer answer)
    {
        Answers.Add(KeyOf(request), connection, answer);
        var (asked, header) = (S7Header.Read(request), S7Header.Read(answer.Pdu));
        if (asked.Rosctr != Rosctr.Job || header.Error != 0 || asked.ParameterLength < ReadVar.ParameterHead)
            return;
        var parameters = asked.ParametersOf(request);
        if (parameters[0] == (byte)S7Function.WriteVar)
            Answers.Add(KeyWithoutData(asked, request), connection, answer);
        if (parameters[0] != (byte)S7Function.ReadVar)
            return;
        var data = header.DataOf(answer.Pdu);
        for (var i = 0; i < parameters[1] && (i + 1) * ItemSpec.Length <= parameters.Length - ReadVar.ParameterHead; i++)
        {
            var length = DataItem.HeaderLength + DataItem.ReadAnswer(data).ByteLength;
            if (length > data.Length)
                return;
            var spec = parameters.Slice(ReadVar.ParameterHead + (i * ItemSpec.Length), ItemSpec.Length);
            Items.Add(KeyOfItem(spec), connection, data[..length].ToArray());
            data = data[Math.Min(data.Length, length + (length & 1))..];
        }
    }
}
