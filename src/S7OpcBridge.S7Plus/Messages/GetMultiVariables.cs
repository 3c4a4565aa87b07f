using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// Reads many items. Request: <c>object(4), items or attributes, qualifier, integrity id, 0(4)</c>. Answer: <c>return value, {number, value}… 0, {number,
/// error}… 0, integrity id, 0(4)</c>; numbers count from 1.
/// </summary>
internal static class GetMultiVariables
{
    /// <summary>Bytes of a request in addition to its header, the items and their two counts, with the longest integrity id.</summary>
    public const int Overhead = 4 + ObjectQualifier.Length + Vlq.Longest32 + 4;

    public static RequestBody Request(ReadOnlySpan<S7PlusAddress> items)
    {
        var to = new PlusWriter();
        to.UInt32(0);
        ItemAddresses.Write(to, items);
        ObjectQualifier.Write(to);
        return new RequestBody(PlusFunction.GetMultiVariables, to.ToArray(), RequestBody.End);
    }

    /// <summary>Reads a request after its header: items where the object is 0, otherwise ids of its attributes.</summary>
    public static (uint Object, S7PlusAddress[] Items, uint[] Attributes, uint Integrity) ReadRequest(ref PlusReader from)
    {
        var (target, items, attributes) = ItemAddresses.ReadTargets(ref from);
        ObjectQualifier.Skip(ref from);
        return (target, items, attributes, from.Vlq32());
    }

    /// <summary>Reads an answer after its header.</summary>
    public static ItemAnswers ReadAnswer(ref PlusReader from, int items)
    {
        var answers = new ItemAnswers(new S7PlusReturnValue(from.Vlq64()), items);
        if (answers.Result.IsError)
            return answers;
        for (var number = from.Vlq32(); number != 0; number = from.Vlq32())
            answers.Set(number, PlusValue.Read(ref from));
        ReadErrors(ref from, answers);
        return answers;
    }

    internal static void ReadErrors(ref PlusReader from, ItemAnswers answers)
    {
        for (var number = from.Vlq32(); number != 0; number = from.Vlq32())
            answers.Set(number, new S7PlusReturnValue(from.Vlq64()));
    }
}

/// <summary>The results of the items of a request.</summary>
internal sealed class ItemAnswers(S7PlusReturnValue result, int items)
{
    /// <summary>Result of the whole request: 0, 19 where single items failed, negative where it was refused.</summary>
    public S7PlusReturnValue Result { get; } = result;

    /// <summary>The values; null where none came.</summary>
    public PlusValue?[] Values { get; } = new PlusValue?[items];

    /// <summary>The errors; 0 where there is none.</summary>
    public S7PlusReturnValue[] Errors { get; } = new S7PlusReturnValue[items];

    public void Set(uint number, PlusValue value) => Values[Index(number)] = value;

    public void Set(uint number, S7PlusReturnValue error) => Errors[Index(number)] = error;

    private int Index(uint number) =>
        number <= (uint)Values.Length
            ? (int)number - 1
            : throw new S7PlusProtocolException($"Broken answer: item {number}, where {Values.Length} were asked for.");
}
