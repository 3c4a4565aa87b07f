using S7OpcBridge.Core;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Writing;

namespace S7OpcBridge.Simulation.Faults;

/// <summary>What the planted faults do. Called by the changed code of the bridge alone.</summary>
internal static class Hooks
{
    private const int WrongEach = 20;

    private static readonly Dictionary<int, TagQuality> LastQualities = [];
    private static TagWriteRequest? _unanswered;
    private static int _largestPdu;
    private static int _answers;

    /// <summary>Each run begins anew.</summary>
    public static void Reset()
    {
        LastQualities.Clear();
        (_unanswered, _largestPdu, _answers) = (null, 0, 0);
    }

    /// <summary>Remembers a write whose answer did not come.</summary>
    public static void KeepUnanswered(object request, int write, TagWriteResult result)
    {
        if (result == TagWriteResult.Timeout)
            _unanswered = (TagWriteRequest)request;
    }

    /// <summary>Sends it again on the next connection.</summary>
    public static void SendAgain(object queue)
    {
        if (_unanswered is not { } request)
            return;
        _unanswered = null;
        ((WriteQueue)queue).Open();
        ((WriteQueue)queue).Accept(request);
    }

    /// <summary>Now and then an answer is taken for that of the next job.</summary>
    public static ushort OtherReference(ushort reference) => ++_answers % WrongEach == 0 ? (ushort)(reference + 1) : reference;

    /// <summary>The first Good value of a tag after the link was down has the quality alone.</summary>
    public static TagSample QualityAlone(in TagSample sample)
    {
        var before = LastQualities.GetValueOrDefault(sample.Tag);
        LastQualities[sample.Tag] = sample.Quality;
        return before == TagQuality.LinkDownLastValue && sample.Quality == TagQuality.Good ? sample with { Value = default } : sample;
    }

    /// <summary>Plans are made for the largest PDU that there ever was.</summary>
    public static int LargestPdu(int pduSize) => _largestPdu = Math.Max(_largestPdu, pduSize);
}
