using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Writing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class PieceJoinerTests
{
    [Test]
    public void Bytes_that_touch_become_one_run_and_a_gap_parts_them()
    {
        var pieces = Joined(Bytes(0, 1, 2), Bytes(2, 3, 4), Bytes(6, 5), Bytes(7, 6));
        Assert.That(pieces.Select(piece => (piece.Range.Start, piece.Range.Length)), Is.EqualTo(new[] { (0, 4), (6, 2) }));
        Assert.That(pieces.Select(piece => piece.Data.ToArray()), Is.EqualTo(new[] { new byte[] { 1, 2, 3, 4 }, [5, 6] }));
    }

    [Test]
    public void Eight_bits_of_a_byte_become_the_byte_and_join_their_neighbours()
    {
        var pieces = Joined([Bytes(0, 9), .. Enumerable.Range(0, 8).Select(bit => Bit(1, bit, bit is 0 or 7)), Bytes(2, 8)]);
        Assert.That(pieces, Has.Length.EqualTo(1));
        Assert.That(pieces[0].Data.ToArray(), Is.EqualTo(new byte[] { 9, 0x81, 8 }));
    }

    [Test]
    public void Seven_bits_of_a_byte_stay_bits()
    {
        var pieces = Joined([.. Enumerable.Range(1, 7).Select(bit => Bit(1, bit, true))]);
        Assert.That(pieces.Select(piece => piece.Bit), Is.EqualTo(Enumerable.Range(1, 7)));
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool What_is_joined_writes_the_same_bits_as_before_and_no_others(byte[] plan)
    {
        // Each number says what comes next: a gap, bytes, or so many bits of one.
        var pieces = new List<WritePiece>();
        var at = 0;
        foreach (var step in plan)
        {
            if (step % 4 == 0)
                at += 1 + step % 3;
            else if (step % 4 == 1)
                pieces.Add(Bytes(at++, step));
            else
            {
                for (var bit = 0; bit < 1 + step / 8 % 8; bit++)
                    pieces.Add(Bit(at, bit, (step >> bit & 1) != 0));
                at++;
            }
        }
        return Written(Joined([.. pieces])).SequenceEqual(Written(pieces));
    }

    private static (int, int, bool)[] Written(IEnumerable<WritePiece> pieces) =>
        [
            .. pieces.SelectMany(piece =>
                piece.Bit >= 0
                    ? [(piece.Range.Start, piece.Bit, piece.Data.Span[0] != 0)]
                    : piece
                        .Data.ToArray()
                        .SelectMany((data, i) => Enumerable.Range(0, 8).Select(bit => (piece.Range.Start + i, bit, (data >> bit & 1) != 0)))
            ),
        ];

    private static WritePiece[] Joined(params WritePiece[] pieces)
    {
        var list = pieces.ToList();
        PieceJoiner.Join(list, 0);
        return [.. list];
    }

    private static WritePiece Bytes(int start, params byte[] bytes) =>
        new(0, new S7Range(S7Area.DataBlock, 1, start, bytes.Length), -1, bytes, 0);

    private static WritePiece Bit(int start, int bit, bool value) =>
        new(0, new S7Range(S7Area.DataBlock, 1, start, 1), bit, new[] { value ? (byte)1 : (byte)0 }, 0);
}
