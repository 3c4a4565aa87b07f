namespace S7OpcBridge.Import.Tests.Gateways;

/// <summary>Small configurations of other gateways, made by hand from what their makers document.</summary>
internal static class Fixtures
{
    public const string NodeRed = """
        [ { "id": "e1", "type": "s7 endpoint", "transport": "iso-on-tcp", "address": "192.168.0.20", "port": "102", "rack": "0", "slot": "1", "connmode": "rack-slot", "cycletime": "500", "timeout": "2000", "name": "Press",
            "vartable": [ { "addr": "DB1,REAL4", "name": "Motor/Speed" }, { "addr": "DB1,INT8", "name": "Setpoint" }, { "addr": "DB1,RDI10", "name": "Swapped" }, { "addr": "DB1,DTZ30", "name": "Stamp" }, { "addr": "DB1,INT20.3", "name": "Values" }, { "addr": "DB1.WORD8x", "name": "Wrong" } ] },
          { "id": "e2", "type": "s7 endpoint", "transport": "mpi-s7", "adapter": "a", "name": "Old", "vartable": "[{\"addr\":\"MW0\",\"name\":\"a\"}]" },
          { "id": "o1", "type": "s7 out", "endpoint": "e1", "variable": "Setpoint" },
          { "id": "f1", "type": "function", "func": "return msg;" } ]
        """;

    public const string Telegraf = """
        [agent]
          interval = "10s" # of all inputs
        [[outputs.file]]
          files = ["stdout"]
        [[inputs.s7comm]]
          server = "10.0.0.7:1102"
          rack = 0
          slot = 1
          connection_type = "PD"
          [[inputs.s7comm.metric]]
            name = "motor"
            fields = [
              { name = "running", address = "DB1.X2.1" },
              { name = "name",    address = "DB2.S1.32" },
              { name = "level",   address = "MK.W10" },
            ]
            [inputs.s7comm.metric.tags]
              line = "a"
        """;

    public const string IoBroker = """
        { "_id": "system.adapter.s7.0", "native": { "params": { "ip": "10.0.0.9", "rack": 0, "slot": 2, "poll": 1000 },
          "inputs": [ { "Address": "0.3", "Name": "Door", "Type": "BOOL", "RW": false } ], "outputs": [], "markers": [ { "Address": "20", "Name": "Count", "Type": "INT", "RW": true } ],
          "dbs": [ { "Address": "DB2 4", "Name": "Recipe.Name", "Type": "S7STRING", "Length": "22" } ] } }
        """;

    public const string Neuron = """
        { "nodes": [ { "name": "press", "plugin": "Siemens S7 ISOTCP", "params": { "host": "10.0.0.11", "port": 102, "rack": 0, "slot": 1 },
          "groups": [ { "group": "fast", "interval": 200, "tags": [ { "name": "Speed", "address": "DB1.DBW0", "attribute": 3, "type": 3, "decimal": 0.1 } ] } ] } ] }
        """;

    public const string Ignition = """
        { "tags": [
          { "name": "_types_", "tagType": "Folder", "tags": [ { "name": "Pump", "tagType": "UdtType", "parameters": { "db": { "dataType": "Integer" } },
            "tags": [ { "name": "Speed", "tagType": "AtomicTag", "valueSource": "opc", "opcServer": "Ignition OPC UA Server", "opcItemPath": { "bindType": "parameter", "binding": "ns\u003d1;s\u003d[Line1]DB{db},REAL4" } } ] } ] },
          { "name": "Area", "tagType": "Folder", "tags": [
            { "name": "Pump1", "tagType": "UdtInstance", "typeId": "Pump", "parameters": { "db": { "value": 101 } }, "tags": [ { "name": "Speed", "tagType": "AtomicTag" } ] },
            { "name": "Pump2", "tagType": "UdtInstance", "typeId": "Pump", "parameters": { "db": 102 } },
            { "name": "Level", "tagType": "AtomicTag", "valueSource": "opc", "opcItemPath": "[Line1]DB5,INT10", "scaleMode": "Linear", "rawLow": 0, "rawHigh": 27648, "scaledLow": 0, "scaledHigh": 100, "engUnit": "%" },
            { "name": "Note", "tagType": "AtomicTag", "valueSource": "memory", "value": 1 } ] } ] }
        """;

    public const string Thing = """
        { "@context": ["https://www.w3.org/2022/wot/td/v1.1"], "name": "mixer", "base": "s7://10.0.0.12:0:1", "properties": {
          "speed": { "type": "number", "forms": [ { "href": "DB6?4", "s7:target": "DB", "s7:dbnumber": 6, "s7:start": 4, "s7:size": 4, "type": "xsd:float", "pollingTime": 1000 } ] },
          "run": { "type": "boolean", "readOnly": true, "forms": [ { "s7:target": "DB", "s7:dbnumber": 6, "s7:start": 0, "s7:pos": 3, "type": "xsd:boolean" } ] },
          "label": { "type": "string", "forms": [ { "s7:target": "DB", "s7:dbnumber": 6, "s7:start": 10, "s7:maxlen": 16, "type": "xsd:string" } ] } } }
        """;

    public const string ThingsBoard = """
        { "devices": [ { "deviceName": "Line1", "type": "PLC", "address": "10.0.0.13", "rack": 0, "slot": 1, "pollPeriod": 5000,
          "attributes": [ { "type": "data", "key": "on", "dataType": "bool", "dbNumber": 1, "start": 0, "bit": 2 } ],
          "timeseries": [ { "type": "tag", "key": "temperature", "tag": "DB1.DBD204:REAL" } ],
          "attributeUpdates": [ { "key": "on", "type": "data" } ] } ] }
        """;
}
