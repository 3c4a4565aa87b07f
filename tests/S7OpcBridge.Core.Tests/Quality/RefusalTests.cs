using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class RefusalTests
{
    private static readonly S7Address InBlock = new(S7Area.DataBlock, 12, 4);

    [TestCase(0x01, TagQuality.DeviceFailure, TagWriteResult.DeviceFailure)]
    [TestCase(0x03, TagQuality.NotReadable, TagWriteResult.Refused)]
    [TestCase(0x05, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x06, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x07, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x0A, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x8104, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x8500, TagQuality.ConfigurationError, TagWriteResult.ConfigurationError)]
    [TestCase(0x8304, TagQuality.ConfigurationError, TagWriteResult.DeviceFailure)]
    public void Codes_become_qualities_and_write_results(int code, TagQuality quality, TagWriteResult result)
    {
        var refusal = new S7Refusal((ushort)code);
        Assert.That((refusal.Quality, refusal.WriteResult), Is.EqualTo((quality, result)));
    }

    [Test]
    public void Every_code_has_a_cause_and_a_fix()
    {
        for (var code = 0; code <= 0xFF; code++)
            Assert.That(new S7Refusal((ushort)code).Words(InBlock), Does.Contain("; "), $"code {code:X2}");
    }

    [Test]
    public void A_missing_block_is_named() => Assert.That(new S7Refusal(0x0A).Words(InBlock), Does.StartWith("DB12 does not exist"));

    [TestCase(0x8304, false)]
    [TestCase(0xD402, false)]
    [TestCase(0x8500, true)]
    [TestCase(0x05, true)]
    public void Only_what_speaks_of_items_is_split(int code, bool expected) =>
        Assert.That(new S7Refusal((ushort)code).IsAboutItems, Is.EqualTo(expected));
}
