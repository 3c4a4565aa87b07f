using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.IsoOnTcp.Tests;

public sealed class CotpConnectTests
{
    [Test]
    public void A_request_is_written_in_the_22_bytes_that_strict_peers_take()
    {
        var request = new CotpConnect(
            CotpType.ConnectRequest,
            0,
            1,
            CotpConnect.SizeCodeFor(960),
            CotpConnect.Tsap(0x0100),
            CotpConnect.Tsap(0x0302)
        );
        var frame = request.ToFrame();
        Assert.That(frame, Is.EqualTo(Bytes.Of("03 00 00 16  11 E0 00 00 00 01 00  C0 01 0A  C1 02 01 00  C2 02 03 02")));
    }

    [TestCase("11 D0 00 01 00 05 00 C0 01 0A C1 02 01 00 C2 02 03 01", TestName = "Parameters_in_the_usual_order")]
    [TestCase("11 D0 00 01 00 05 00 C2 02 03 01 C1 02 01 00 C0 01 0A", TestName = "Parameters_in_reverse_order")]
    [TestCase("15 D0 00 01 00 05 00 C6 02 AA BB C0 01 0A C1 02 01 00 C2 02 03 01", TestName = "A_parameter_nobody_asked_for")]
    [TestCase("11 D7 00 01 00 05 00 C0 01 0A C1 02 01 00 C2 02 03 01", TestName = "A_credit_in_the_low_nibble")]
    public void A_confirm_is_read_whatever_its_parameters_order_and_number(string bytes)
    {
        var confirm = CotpConnect.Read(Bytes.Of(bytes));
        var tsaps = new { Calling = Convert.ToHexString(confirm.CallingTsap.Span), Called = Convert.ToHexString(confirm.CalledTsap.Span) };
        var rest = confirm with { CallingTsap = default, CalledTsap = default };
        Assert.That(rest, Is.EqualTo(new CotpConnect(CotpType.ConnectConfirm, 1, 5, 0x0A, default, default)));
        Assert.That(tsaps, Is.EqualTo(new { Calling = "0100", Called = "0301" }));
        Assert.That(confirm.TpduSize, Is.EqualTo(1024));
    }

    [Test]
    public void A_confirm_without_parameters_is_taken_and_sets_no_limit()
    {
        var confirm = CotpConnect.Read(Bytes.Of("06 D0 00 01 00 05 00"));
        Assert.That(confirm.CallingTsap.Length, Is.Zero);
        Assert.That(confirm.TpduSize, Is.EqualTo(65531));
    }

    [TestCase("05 D0 00 01 00 05")]
    [TestCase("11 D0 00 01 00 05 00 C0 01 0A")]
    [TestCase("09 D0 00 01 00 05 00 C0 04 0A")]
    [TestCase("07 D0 00 01 00 05 00 C0")]
    [TestCase("06 D0 00 01 00 05 40")]
    [TestCase("09 D0 00 01 00 05 00 C0 01 03")]
    public void A_confirm_that_lies_about_its_lengths_or_wants_another_class_is_an_error(string bytes) =>
        Assert.That(() => CotpConnect.Read(Bytes.Of(bytes)), Throws.TypeOf<IsoProtocolException>());

    [TestCase(112, 0x07)]
    [TestCase(125, 0x07)]
    [TestCase(126, 0x08)]
    [TestCase(480, 0x09)]
    [TestCase(510, 0x0A)]
    [TestCase(960, 0x0A)]
    [TestCase(1021, 0x0A)]
    [TestCase(1022, 0x0B)]
    [TestCase(65535, 0x0B)]
    public void The_TPDU_size_that_is_asked_for_covers_the_PDU_and_its_header(int pduSize, int code) =>
        Assert.That(CotpConnect.SizeCodeFor(pduSize), Is.EqualTo(code));
}
