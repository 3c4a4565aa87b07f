using S7OpcBridge.Cluster.Wire;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>What a node answers about one PLC that another one claims.</summary>
internal enum ClaimState : byte
{
    /// <summary>It does not have the PLC, and grants the claim.</summary>
    Granted,

    /// <summary>It has the PLC: it must be asked to hand it over.</summary>
    Held,

    /// <summary>It knows a claim that ranks higher.</summary>
    Refused,
}

/// <summary>A node wants PLCs that it owns in its view.</summary>
internal sealed record ClaimMessage(long View, IReadOnlyList<(string Name, long Tenure)> Plcs)
{
    public byte[] Write()
    {
        var to = new WireWriter();
        to.Byte(MessageKind.Version);
        to.Signed(View);
        to.Count(Plcs.Count);
        foreach (var (name, tenure) in Plcs)
        {
            to.Text(name);
            to.Signed(tenure);
        }
        return to.ToArray();
    }

    public static ClaimMessage Read(ReadOnlySpan<byte> bytes)
    {
        var from = new WireReader(bytes);
        if (from.Byte() != MessageKind.Version)
            throw new InvalidDataException("A claim has another version than this node speaks.");
        var view = from.Signed();
        var plcs = new (string, long)[from.Count(2)];
        for (var i = 0; i < plcs.Length; i++)
            plcs[i] = (from.Text(), from.Signed());
        return new ClaimMessage(view, plcs);
    }

    /// <summary>The answer: for each PLC the state and the highest tenure that the node has heard of.</summary>
    public static byte[] WriteAnswer(IReadOnlyList<(ClaimState State, long Tenure)> answers)
    {
        var to = new WireWriter();
        to.Count(answers.Count);
        foreach (var (state, tenure) in answers)
        {
            to.Byte((byte)state);
            to.Signed(tenure);
        }
        return to.ToArray();
    }

    public static (ClaimState State, long Tenure)[] ReadAnswer(ReadOnlySpan<byte> bytes)
    {
        var from = new WireReader(bytes);
        var answers = new (ClaimState, long)[from.Count(2)];
        for (var i = 0; i < answers.Length; i++)
            answers[i] = ((ClaimState)from.Byte(), from.Signed());
        return answers;
    }
}
