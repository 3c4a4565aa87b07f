using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>Answers the requests of one connection of classic S7 from a recording.</summary>
internal sealed class ClassicReplay(ClassicRecording recording, int connection, MissingRequests missing)
{
    // Where no setup was recorded.
    private const int UsualPdu = 480;
    private const int UsualJobs = 4;

    private readonly RecordedAnswers<ClassicAnswer>.InTurn _answers = recording.Answers.Play(connection);
    private readonly RecordedAnswers<byte[]>.InTurn _items = recording.Items.Play(connection);

    /// <summary>The answer to a request; null: there is none, as to what is no request.</summary>
    /// <exception cref="S7ProtocolException">The PDU is broken.</exception>
    public ClassicAnswer? Answer(ReadOnlySpan<byte> pdu)
    {
        var header = S7Header.Read(pdu);
        if (header.Rosctr is not (Rosctr.Job or Rosctr.Userdata) || header.ParameterLength < ReadVar.ParameterHead)
            return null;
        if (_answers.Next(ClassicRecording.KeyOf(pdu), out var isFirst) is { } recorded)
            return new ClassicAnswer(
                ClassicRecording.WithReference(recorded.Pdu, header.Reference),
                isFirst ? recorded.Pushes : new Pushes(default)
            );
        var parameters = header.ParametersOf(pdu);
        var made =
            header.Rosctr == Rosctr.Userdata
                ? Userdata(header, UserdataParameters.Read(parameters), pdu)
                : (S7Function)parameters[0] switch
                {
                    S7Function.Setup => Setup(header, parameters),
                    S7Function.ReadVar => Read(header, parameters),
                    S7Function.WriteVar => Write(header, pdu),
                    _ => Refuse(header, $"job {parameters[0]:X2}"),
                };
        return new ClassicAnswer(made, new Pushes(default));
    }

    private static byte[] Setup(in S7Header header, ReadOnlySpan<byte> parameters)
    {
        var wanted = SetupCommunication.Read(parameters);
        var answer = new byte[SetupCommunication.AnswerLength];
        new SetupCommunication(
            Math.Min(UsualJobs, wanted.MaxJobsCalling),
            Math.Min(UsualJobs, wanted.MaxJobsCalled),
            Math.Min(UsualPdu, wanted.PduSize)
        ).WriteAnswer(answer, header.Reference);
        return answer;
    }

    // Items that were read in other requests keep their values; to others the PLC has no such object.
    private byte[] Read(in S7Header header, ReadOnlySpan<byte> parameters)
    {
        var data = new List<byte>();
        var count = Math.Min(parameters[1], (parameters.Length - ReadVar.ParameterHead) / ItemSpec.Length);
        for (var i = 0; i < count; i++)
        {
            var spec = parameters.Slice(ReadVar.ParameterHead + (i * ItemSpec.Length), ItemSpec.Length);
            if (data.Count % 2 != 0)
                data.Add(0);
            var item = _items.Next(ClassicRecording.KeyOfItem(spec), out _);
            if (item is null)
                missing.Add($"reading {Describe(spec)}");
            data.AddRange(item ?? [(byte)S7ItemStatus.ObjectMissing, 0, 0, 0]);
        }

        return Reply(header, [(byte)S7Function.ReadVar, (byte)count], [.. data]);
    }

    private byte[] Write(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        if (_answers.Next(ClassicRecording.KeyWithoutData(header, pdu), out _) is { } recorded)
            return ClassicRecording.WithReference(recorded.Pdu, header.Reference);
        var parameters = header.ParametersOf(pdu);
        var count = Math.Min(parameters[1], (parameters.Length - ReadVar.ParameterHead) / ItemSpec.Length);
        for (var i = 0; i < count; i++)
            missing.Add($"writing {Describe(parameters.Slice(ReadVar.ParameterHead + (i * ItemSpec.Length), ItemSpec.Length))}");
        var codes = new byte[count];
        Array.Fill(codes, (byte)S7ItemStatus.ObjectMissing);
        return Reply(header, [(byte)S7Function.WriteVar, (byte)count], codes);
    }

    // Passwords are in no log: every one is right.
    private byte[] Userdata(in S7Header header, in UserdataParameters request, ReadOnlySpan<byte> pdu)
    {
        var isPassword = request.Group == UserdataGroup.Security;
        if (!isPassword)
            missing.Add(
                $"userdata group {(byte)request.Group}, function {request.Function:X2}, data {Convert.ToHexString(header.DataOf(pdu))}"
            );
        var answer = new byte[S7Header.JobLength + UserdataParameters.LongLength + DataItem.HeaderLength];
        new S7Header(Rosctr.Userdata, header.Reference, UserdataParameters.LongLength, DataItem.HeaderLength).Write(answer);
        new UserdataParameters(
            UserdataParameters.Answer,
            request.Group,
            request.Function,
            1,
            Error: isPassword ? (ushort)0 : Refusals.NotAvailable
        ).Write(answer.AsSpan(S7Header.JobLength));
        new DataItem(S7ItemStatus.ObjectMissing, DataTransport.None, 0).Write(
            answer.AsSpan(S7Header.JobLength + UserdataParameters.LongLength)
        );
        return answer;
    }

    private byte[] Refuse(in S7Header header, string what)
    {
        missing.Add(what);
        var answer = new byte[S7Header.AckLength];
        new S7Header(Rosctr.AckData, header.Reference, 0, 0, Refusals.NotAvailable).Write(answer);
        return answer;
    }

    private static byte[] Reply(in S7Header header, ReadOnlySpan<byte> parameters, ReadOnlySpan<byte> data)
    {
        var answer = new byte[S7Header.AckLength + parameters.Length + data.Length];
        new S7Header(Rosctr.AckData, header.Reference, parameters.Length, data.Length).Write(answer);
        parameters.CopyTo(answer.AsSpan(S7Header.AckLength));
        data.CopyTo(answer.AsSpan(S7Header.AckLength + parameters.Length));
        return answer;
    }

    private static string Describe(ReadOnlySpan<byte> spec)
    {
        try
        {
            var item = ItemSpec.Read(spec);
            var isNumber = item.Area is S7Area.Timers or S7Area.Counters;
            var address = new S7Address(
                item.Area,
                item.Db,
                isNumber ? item.Address : item.Address >> 3,
                (byte)(isNumber ? 0 : item.Address & 7),
                item.Transport == RequestTransport.Bit ? (byte)1 : (byte)8
            );
            return item.Count == 1 ? $"{address}" : $"{address}, {item.Count} elements";
        }
        catch (S7ProtocolException)
        {
            return $"the item {Convert.ToHexString(spec)}";
        }
    }
}
