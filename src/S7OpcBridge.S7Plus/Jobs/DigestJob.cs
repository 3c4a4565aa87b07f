using System.Security.Cryptography;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>
/// Asks the same again and again and keeps a SHA-256 of the answer, without what differs in every answer. Sent any number of times without allocating.
/// </summary>
/// <param name="body">An Explore, a read of items, or one of an attribute.</param>
internal sealed class DigestJob(RequestBody body) : S7PlusJob(body)
{
    private readonly byte[] _digest = new byte[SHA256.HashSizeInBytes];

    /// <summary>The digest of the last answer.</summary>
    public ReadOnlySpan<byte> Digest => _digest;

    private protected override void Forget() => Array.Clear(_digest);

    private protected override void TakeAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
        {
            Refuse(result);
            return;
        }
        var answer = from;
        switch (Body.Function)
        {
            case PlusFunction.Explore:
                from.UInt32();
                from.Vlq32();
                answer = from;
                from.Bytes(from.Left);
                break;
            case PlusFunction.GetVarSubStreamed:
                SingleVariable.SkipToValue(ref from);
                ValueSkip.Skip(ref from);
                break;
            default:
                while (from.Vlq32() != 0)
                    ValueSkip.Skip(ref from);
                while (from.Vlq32() != 0)
                    from.Vlq64();
                break;
        }
        SHA256.HashData(answer.Bytes(from.Position - answer.Position), _digest);
    }
}
