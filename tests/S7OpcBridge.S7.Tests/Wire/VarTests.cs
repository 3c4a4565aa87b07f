using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

/// <summary>ReadVar and WriteVar: what they take of a PDU, which both sides count without TPKT and COTP.</summary>
public sealed class VarTests
{
    [Test]
    public void A_read_names_its_items_one_behind_the_other()
    {
        var items = new[] { new S7Range(S7Area.DataBlock, 7, 2, 4), new S7Range(S7Area.Timers, 0, 5, 1) };
        var pdu = Enumerable.Repeat((byte)0xEE, 36).ToArray();
        Assert.That(ReadVar.WriteRequest(pdu, 0x0102, items), Is.EqualTo(36));
        Assert.That(
            pdu,
            Is.EqualTo(
                Bytes.Of("32 01 00 00 01 02 00 1A 00 00 04 02 12 0A 10 02 00 04 00 07 84 00 00 10 12 0A 10 1D 00 01 00 00 1D 00 00 05")
            )
        );
    }

    [TestCase(240, 19)]
    [TestCase(480, 39)]
    [TestCase(960, 79)]
    public void As_many_items_fit_a_read_as_the_PDU_has_room_for(int pduSize, int items)
    {
        Assert.That(ReadVar.RequestLength(items), Is.LessThanOrEqualTo(pduSize));
        Assert.That(ReadVar.RequestLength(items + 1), Is.GreaterThan(pduSize));
    }

    [TestCase(240, 222)]
    [TestCase(480, 462)]
    [TestCase(960, 942)]
    public void The_largest_single_read_is_the_PDU_less_18(int pduSize, int length) =>
        Assert.That(ReadVar.AnswerLength([new S7Range(S7Area.DataBlock, 1, 0, length)]), Is.EqualTo(pduSize));

    [TestCase(new int[0], 14)]
    [TestCase(new[] { 1 }, 19, TestName = "The_last_item_has_no_pad_byte")]
    [TestCase(new[] { 1, 1 }, 25, TestName = "An_odd_item_before_others_has_one")]
    [TestCase(new[] { 2, 2 }, 26)]
    [TestCase(new[] { 3, 2 }, 28)]
    [TestCase(new[] { 2, 3 }, 27)]
    public void An_answer_pads_odd_items_except_the_last(int[] lengths, int bytes) =>
        Assert.That(ReadVar.AnswerLength([.. lengths.Select(length => new S7Range(S7Area.Markers, 0, 0, length))]), Is.EqualTo(bytes));

    [Test]
    public void Sixteen_texts_of_30_characters_need_590_bytes() =>
        Assert.That(
            ReadVar.AnswerLength([.. Enumerable.Range(0, 16).Select(i => new S7Range(S7Area.DataBlock, 1, i * 32, 32))]),
            Is.EqualTo(590)
        );

    [TestCase(240, 212)]
    [TestCase(480, 452)]
    [TestCase(960, 932)]
    public void The_largest_single_write_is_the_PDU_less_28(int pduSize, int length) =>
        Assert.That(WriteVar.RequestLength(length), Is.EqualTo(pduSize));

    [TestCase(1, 15)]
    [TestCase(20, 34)]
    public void A_write_is_answered_with_a_byte_per_item(int items, int bytes) =>
        Assert.That(WriteVar.AnswerLength(items), Is.EqualTo(bytes));

    [TestCase(0x01, 0x03)]
    [TestCase(0x02, 0x04)]
    [TestCase(0x04, 0x04)]
    [TestCase(0x1C, 0x09)]
    [TestCase(0x1D, 0x09)]
    public void Written_data_count_in_the_unit_of_their_transport(byte transport, byte data) =>
        Assert.That(WriteVar.DataTransportOf((RequestTransport)transport), Is.EqualTo((DataTransport)data));

    [TestCase(0x03, 1, "00 03 00 01", TestName = "A_bit_counts_as_one")]
    [TestCase(0x04, 3, "00 04 00 18", TestName = "Bytes_are_written_in_bits")]
    [TestCase(0x05, 2, "00 05 00 10", TestName = "Integers_are_written_in_bits")]
    [TestCase(0x09, 3, "00 09 00 03", TestName = "Octets_are_written_in_bytes")]
    public void The_head_of_written_data_is_read_back(byte transport, int length, string bytes)
    {
        var item = new DataItem(0, (DataTransport)transport, length);
        var written = new byte[DataItem.HeaderLength];
        item.Write(written);
        Assert.That(written, Is.EqualTo(Bytes.Of(bytes)));
        Assert.That(DataItem.ReadRequest(written), Is.EqualTo(item));
    }

    [TestCase("00 04 00")]
    [TestCase("00 02 00 08")]
    public void A_cut_or_unknown_head_of_written_data_is_an_error(string bytes) =>
        Assert.That(() => DataItem.ReadRequest(Bytes.Of(bytes)), Throws.TypeOf<S7ProtocolException>());

    [TestCase(0, 4)]
    [TestCase(1, 6)]
    [TestCase(2, 6)]
    [TestCase(3, 8)]
    public void An_item_takes_an_even_number_of_bytes(int length, int bytes) => Assert.That(DataItem.Padded(length), Is.EqualTo(bytes));
}
