using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

public sealed class DataItemTests
{
    [TestCase("FF 04 00 18", 3, TestName = "Bytes_count_in_bits")]
    [TestCase("FF 03 00 01", 1, TestName = "A_bit_takes_a_byte")]
    [TestCase("FF 05 00 10", 2, TestName = "Integers_count_in_bits")]
    [TestCase("FF 06 00 04", 4, TestName = "Double_integers_count_in_bytes")]
    [TestCase("FF 07 00 04", 4, TestName = "Reals_count_in_bytes")]
    [TestCase("FF 09 00 03", 3, TestName = "Octets_count_in_bytes")]
    public void The_length_is_read_in_the_unit_of_the_transport(string bytes, int length) =>
        Assert.That(DataItem.ReadAnswer(Bytes.Of(bytes)).ByteLength, Is.EqualTo(length));

    [TestCase("05 00 00 00", S7ItemStatus.OutOfRange)]
    [TestCase("05 04 00 04", S7ItemStatus.OutOfRange)]
    [TestCase("0A 09 12 34", S7ItemStatus.ObjectMissing)]
    [TestCase("03 FF FF FF", S7ItemStatus.AccessDenied)]
    public void An_item_that_failed_has_no_data_whatever_its_length_says(string bytes, S7ItemStatus status) =>
        Assert.That(DataItem.ReadAnswer(Bytes.Of(bytes)), Is.EqualTo(new DataItem(status, DataTransport.None, 0)));

    [TestCase("FF 04 00")]
    [TestCase("FF 08 00 01")]
    public void A_cut_or_unknown_head_is_an_error(string bytes) =>
        Assert.That(() => DataItem.ReadAnswer(Bytes.Of(bytes)), Throws.TypeOf<S7ProtocolException>());
}
