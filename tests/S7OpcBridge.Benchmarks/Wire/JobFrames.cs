using System.Buffers.Binary;
using BenchmarkDotNet.Attributes;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The S7 logic without sockets: a ReadVar of 20 items of 4 bytes is built, sent on with a new reference, and its answer parsed and copied out.
/// </summary>
[MemoryDiagnoser]
[InProcess]
public class JobFrames
{
    private const int Items = 20;
    private const int Length = 4;

    private readonly S7Range[] _ranges = [.. Enumerable.Range(0, Items).Select(i => new S7Range(S7Area.DataBlock, 1, 40 * i, Length))];
    private readonly byte[] _request = new byte[ReadVar.RequestLength(Items)];
    private readonly byte[] _image = new byte[Items * Length];
    private S7ReadJob _job = null!;
    private byte[] _answer = null!;
    private ushort _reference;

    /// <summary>Makes the answer that a PLC would send.</summary>
    [GlobalSetup]
    public void MakeAnswer()
    {
        _job = new S7ReadJob(_ranges);
        _answer = new byte[ReadVar.AnswerLength(_ranges)];
        new S7Header(Rosctr.AckData, 1, ReadVar.ParameterHead, _answer.Length - ReadVar.AnswerHead).Write(_answer);
        (_answer[S7Header.AckLength], _answer[S7Header.AckLength + 1]) = ((byte)S7Function.ReadVar, Items);
        for (var i = 0; i < Items; i++)
        {
            var item = _answer.AsSpan(ReadVar.AnswerHead + i * (DataItem.HeaderLength + Length));
            (item[0], item[1]) = ((byte)S7ItemStatus.Ok, 4);
            BinaryPrimitives.WriteUInt16BigEndian(item[2..], 8 * Length);
            item.Slice(DataItem.HeaderLength, Length).Fill((byte)i);
        }
    }

    /// <summary>The frame from its ranges, as once per plan.</summary>
    [Benchmark]
    public int Build()
    {
        ReadVar.WriteRequest(_request, 1, _ranges);
        return _request.Length;
    }

    /// <summary>What a cycle does with a frame that is there: a new reference, the answer checked item by item, the bytes copied to an image.</summary>
    [Benchmark]
    public int StampAndParse()
    {
        _job.Stamp(++_reference);
        _job.Accept(S7Header.Read(_answer), _answer);
        for (var i = 0; i < Items; i++)
            _job.DataOf(i).CopyTo(_image.AsSpan(i * Length));
        return _job.AnsweredItems;
    }
}
