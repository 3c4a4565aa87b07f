namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>
/// What clients ask before and while they read a history, as bytes: UaExpert looks at UserAccessLevel and asks for Stepped before it shows a trend
/// (python-opcua issue 129); OPC Publisher repeats the continuation point without details (Azure Industrial-IoT issue 2537).
/// </summary>
[CancelAfter(30_000)]
internal sealed class ClientHabitsTests : HistoryFixture
{
    // Time, handle, Good, no diagnosis, strings, no additional header.
    private const string Answer = "?? ?? ?? ?? ?? ?? ?? ??  ?? ?? ?? ??  00 00 00 00  00  ?? ?? ?? ??  00 00 00";

    // Time, handle, diagnosis, audit id, one second, no additional header.
    private const string Header = "{session} {now} 01 00 00 00  00 00 00 00  null  E8 03 00 00  00 00 00";

    // Start and end, and what is read: the values of all three minutes, two per answer.
    private const string RawDetails = """
        01 00 89 02 01  16 00 00 00     # ReadRawModifiedDetails, 22 bytes
        00 {start} {end}                # not modified
        02 00 00 00 00                  # two values, no bounds
        """;

    private ByteClient _client = null!;

    [SetUp]
    public async Task BeginAsync()
    {
        for (var minute = 0; minute < 3; minute++)
            Record(0, At(minute), Variant.From(1.5 * minute));
        await StartAsync();
        _client = await ByteClient.ConnectAsync(Server.Port, Stop);
        _client.Know("now", BitConverter.GetBytes(UaTime.Now(TimeProvider.System)));
        _client.Know("start", BitConverter.GetBytes(At(0)));
        _client.Know("end", BitConverter.GetBytes(At(3)));
        await OpenChannelAsync();
        await OpenSessionAsync();
    }

    [TearDown]
    public async Task EndAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();
    }

    [Test]
    public async Task A_client_that_looks_at_UserAccessLevel_sees_that_there_is_a_history()
    {
        await _client.AskAsync(
            $"""
            01 00 77 02  {Header}                       # ReadRequest
            00 00 00 00 00 00 00 00  02 00 00 00        # no age, both timestamps
            01 00 00 00  03 02 00 "Toys/V0"             # one node
            12 00 00 00  null  00 00 null               # UserAccessLevel
            """,
            $"""
            01 00 7A 02  {Answer}                       # ReadResponse
            01 00 00 00  ?? 03 {"{level:1}"}
            """,
            Stop
        );
        Assert.That(_client.Known("level")[0] & 0x04, Is.Not.Zero, "HistoryRead");
    }

    [Test]
    public async Task A_client_that_looks_for_Stepped_finds_it()
    {
        await _client.AskAsync(
            $"""
            01 00 2A 02  {Header}                       # TranslateBrowsePathsToNodeIdsRequest
            01 00 00 00  03 02 00 "Toys/V0"
            02 00 00 00                                 # two elements
            00 38  00 01  00 00 "HA Configuration"      # HasHistoricalConfiguration
            00 2E  00 01  00 00 "Stepped"               # HasProperty
            """,
            $"""
            01 00 2D 02  {Answer}
            01 00 00 00  00 00 00 00                    # Good
            01 00 00 00  03 01 00 {"{stepped:*}"}       # one target: a String id in namespace 1
            """,
            Stop
        );
        await _client.AskAsync(
            $"""
            01 00 77 02  {Header}                       # ReadRequest
            00 00 00 00 00 00 00 00  02 00 00 00
            01 00 00 00  03 01 00 {"{stepped}"}
            0D 00 00 00  null  00 00 null               # Value
            """,
            $"""
            01 00 7A 02  {Answer}
            01 00 00 00  ?? 01 00                       # Boolean, false: between two values lies a line
            """,
            Stop
        );
    }

    [Test]
    public async Task A_follow_up_without_details_goes_on_where_the_answer_before_ended()
    {
        await ReadAsync(RawDetails, "FF FF FF FF", "{point:*}", "02 00 00 00  05 0B 00 00 00 00 00 00 00 00 {start}");
        Assert.That(_client.Known("point"), Has.Length.GreaterThan(4));
        await ReadAsync("00 00 00", "{point}", "??  ?? ?? ??", "01 00 00 00  05 0B 00 00 00 00 00 00 08 40");
    }

    [Test]
    public async Task A_follow_up_that_repeats_the_details_goes_on_as_well_and_the_point_is_used_up()
    {
        await ReadAsync(RawDetails, "FF FF FF FF", "{point:*}", "02 00 00 00");
        await ReadAsync(RawDetails, "{point}", "?? ?? ?? ??", "01 00 00 00");
        await _client.AskAsync(
            HistoryRead(RawDetails, "{point}"),
            $"""
            01 00 9B 02  {Answer}
            01 00 00 00  00 00 4A 80                    # BadContinuationPointInvalid
            """,
            Stop
        );
    }

    [Test]
    public async Task Averages_are_asked_with_the_rules_of_the_client()
    {
        const string details = """
            01 00 8C 02 01  25 00 00 00                 # ReadProcessedDetails, 37 bytes
            {start} {end}  00 00 00 00 00 4C ED 40      # an average per 60,000 ms
            01 00 00 00  01 00 26 09                    # Average
            00 01 64 64 00                              # rules of its own: Uncertain is Bad, 100 %, 100 %, not sloped
            """;
        // Each has a Double, the status Good with the bit Calculated, and its time.
        await ReadAsync(details, "FF FF FF FF", "FF FF FF FF", "03 00 00 00  07 0B 00 00 00 00 00 00 00 00  01 04 00 00  {start}");
    }

    private Task ReadAsync(string details, string point, string nextPoint, string values) =>
        _client.AskAsync(
            HistoryRead(details, point),
            $"""
            01 00 9B 02  {Answer}                           # HistoryReadResponse
            01 00 00 00  ?? ?? ?? ??  {nextPoint}
            01 00 92 02  01  ?? ?? ?? ??                    # HistoryData
            {values}
            """,
            Stop
        );

    private static string HistoryRead(string details, string point) =>
        $"""
            01 00 98 02  {Header}                           # HistoryReadRequest
            {details}
            00 00 00 00  00                                 # source timestamps; points are not released
            01 00 00 00  03 02 00 "Toys/V0"  null  00 00 null  {point}
            """;

    private async Task OpenChannelAsync()
    {
        await _client.ExchangeAsync(
            "HEL",
            """
            00 00 00 00  00 00 01 00  00 00 01 00  00 00 00 00  00 00 00 00   # version 0, 64 KiB buffers, no limits
            "opc.tcp://localhost"
            """,
            Stop
        );
        var answer = await _client.ExchangeAsync(
            "OPN",
            """
            00 00 00 00 "http://opcfoundation.org/UA/SecurityPolicy#None" null null  01 00 00 00  01 00 00 00
            01 00 BE 01                                                       # OpenSecureChannelRequest
            00 00 {now} 01 00 00 00  00 00 00 00  null  E8 03 00 00  00 00 00
            00 00 00 00  00 00 00 00  01 00 00 00  null  80 EE 36 00          # issue, None, no nonce, an hour
            """,
            Stop
        );
        _client.Know("channel", answer.AsSpan(0, 4));
        _client.Expect(
            $"""
            ?? ?? ?? ?? "http://opcfoundation.org/UA/SecurityPolicy#None" null null  ?? ?? ?? ??  01 00 00 00
            01 00 C1 01  {Answer}
            00 00 00 00  {"{channel:4} {token:4}"}
            """,
            answer
        );
    }

    private async Task OpenSessionAsync()
    {
        _client.Know("session", [0, 0]);
        await _client.AskAsync(
            $"""
            01 00 CD 01  {Header}                                             # CreateSessionRequest
            "urn:habits" null  02 "Habits"  01 00 00 00  null null  null      # an ApplicationDescription
            null "opc.tcp://localhost" "Habits"  null null                    # no nonce, no certificate
            00 00 00 00 80 4F 32 41  00 00 00 00                              # 20 minutes
            """,
            $"""
            01 00 D0 01  {Answer}
            {"{id:7}"}  05 00 00 {"{secret:*}"}                                 # a number names the session, opaque bytes open it
            """,
            Stop
        );
        _client.Know("session", [5, 0, 0, .. _client.Known("secret")]);
        await _client.AskAsync(
            $"""
            01 00 D3 01  {Header}                                             # ActivateSessionRequest
            null null  null  01 00 00 00 "en"
            01 00 41 01 01  0D 00 00 00 "anonymous"                           # AnonymousIdentityToken
            null null
            """,
            $"01 00 D6 01  {Answer}",
            Stop
        );
    }
}
