using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Objects;

/// <summary>
/// The elements of a type: blocks <c>length(2) elements</c>, ended by length 0; the first block begins with an id. Its other numbers are little-endian.
/// </summary>
internal sealed record ElementList(uint FirstId, TypeElement[] Elements)
{
    // A block ends before the element that would not fit.
    private const int BlockLength = 0xF000;

    public static ElementList Read(ref PlusReader from)
    {
        var elements = new List<TypeElement>();
        var length = from.UInt16();
        // The id is present even where the list is empty; some firmware sends only length 0.
        if (length == 0)
            return new ElementList(0, []);
        uint first = 0;
        for (var isFirst = true; length != 0; length = from.UInt16(), isFirst = false)
        {
            var block = new PlusReader(from.Bytes(length));
            if (isFirst)
                first = block.UInt32Le();
            while (block.Left > 0)
                elements.Add(TypeElement.Read(ref block));
        }
        return new ElementList(first, [.. elements]);
    }

    public void Write(PlusWriter to)
    {
        var block = new PlusWriter();
        block.UInt32Le(FirstId);
        foreach (var element in Elements)
        {
            var before = block.Length;
            element.Write(block);
            if (block.Length <= BlockLength)
                continue;
            to.UInt16((ushort)before);
            to.Bytes(block.Written[..before]);
            block.Truncate(0);
            element.Write(block);
        }
        to.UInt16((ushort)block.Length);
        to.Bytes(block.Written);
        to.UInt16(0);
    }
}
