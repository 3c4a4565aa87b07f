using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// Writes many items, or attributes of one object. Request: <c>object(4), count, fields, items, {number, value}…, 0, qualifier, integrity id, 0(4)</c>. Answer:
/// <c>return value, {number, error}… 0, integrity id, 0(4)</c>; it lists only items with an error.
/// </summary>
internal static class SetMultiVariables
{
    /// <summary>Bytes of a request in addition to its header, the items, their values and counts, with the longest integrity id.</summary>
    public const int Overhead = 4 + 1 + ObjectQualifier.Length + Vlq.Longest32 + 4;

    /// <summary>Sets one attribute of the session: the step that completes its setup, without an integrity id.</summary>
    public static RequestBody CompleteSetup(uint session, uint attribute, PlusValue value)
    {
        var to = new PlusWriter();
        to.UInt32(session);
        to.Vlq(1);
        to.Vlq(1);
        to.Vlq(attribute);
        to.Vlq(1);
        value.Write(to);
        to.Byte(0);
        ObjectQualifier.Write(to);
        to.Bytes(RequestBody.End);
        return new RequestBody(PlusFunction.SetMultiVariables, to.ToArray(), []) { HasIntegrity = false };
    }

    /// <param name="values">Writes the value of each item, including flags and type.</param>
    public static RequestBody Request(ReadOnlySpan<S7PlusAddress> items, ReadOnlySpan<byte[]> values)
    {
        var to = new PlusWriter();
        to.UInt32(0);
        ItemAddresses.Write(to, items);
        for (var i = 0; i < values.Length; i++)
        {
            to.Vlq((uint)(i + 1));
            to.Bytes(values[i]);
        }
        to.Byte(0);
        ObjectQualifier.Write(to);
        return new RequestBody(PlusFunction.SetMultiVariables, to.ToArray(), RequestBody.End);
    }

    /// <summary>Reads a request after its header: items where the object is 0, otherwise ids of its attributes.</summary>
    /// <param name="from">Afterwards after the qualifier; an integrity id follows, except in the session's setup.</param>
    public static (uint Object, S7PlusAddress[] Items, uint[] Attributes, PlusValue?[] Values) ReadRequest(ref PlusReader from)
    {
        var (target, items, attributes) = ItemAddresses.ReadTargets(ref from);
        var values = new PlusValue?[Math.Max(items.Length, attributes.Length)];
        for (var number = from.Vlq32(); number != 0; number = from.Vlq32())
        {
            if (number > (uint)values.Length)
                throw new S7PlusProtocolException($"Broken request: a value for item {number} of {values.Length}.");
            values[number - 1] = PlusValue.Read(ref from);
        }
        ObjectQualifier.Skip(ref from);
        return (target, items, attributes, values);
    }

    /// <summary>Reads an answer after its header.</summary>
    public static ItemAnswers ReadAnswer(ref PlusReader from, int items)
    {
        var answers = new ItemAnswers(new S7PlusReturnValue(from.Vlq64()), items);
        if (!answers.Result.IsError)
            GetMultiVariables.ReadErrors(ref from, answers);
        return answers;
    }
}
